import type { FramePlace } from '../model/events';
import { LANES_TOP, plotOf, RULER_TOP, toX } from '../model/geometry';
import { heightOf } from '../model/lane-layout';
import type { Palette } from './palette';
import type { Scene } from './scene';

/** The selected frame as a line through everything, and a ring on its lane; the other ends of its calls as well. */
export function drawMarked(g: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { selected, others } = scene.marked;
  const lanesTop = LANES_TOP - scene.scroll;
  g.strokeStyle = palette.accent;
  if (selected) {
    for (const other of others) drawLink(g, scene, palette, selected, other);
    for (const other of others) drawRing(g, scene, palette, other, false);
    const x = toX(plotOf(scene.size), scene.view, selected.at);
    if (isSeen(scene, selected.at)) {
      g.fillStyle = palette.accent;
      g.fillRect(
        Math.round(x) - 0.5,
        RULER_TOP,
        1.25,
        Math.min(scene.size.height, lanesTop + heightOf(scene.boxes)) - RULER_TOP,
      );
    }
    drawRing(g, scene, palette, selected, true);
  }
}

const isSeen = ({ view }: Scene, at: number) => at >= view.from && at <= view.to;

function middleOf(scene: Scene, lane: string | null): number | null {
  const box = lane === null ? undefined : scene.boxes.find((one) => one.lane.id === lane);
  return box ? LANES_TOP - scene.scroll + box.top + 10 : null;
}

function drawRing(
  g: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  place: FramePlace,
  strong: boolean,
): void {
  const y = middleOf(scene, place.lane);
  if (y === null || y < LANES_TOP || !isSeen(scene, place.at)) return;
  const x = toX(plotOf(scene.size), scene.view, place.at);
  g.beginPath();
  g.arc(x, y, strong ? 6.5 : 5, 0, Math.PI * 2);
  g.lineWidth = 4;
  g.strokeStyle = palette.ground;
  g.stroke();
  g.lineWidth = strong ? 2 : 1.5;
  g.strokeStyle = palette.accent;
  if (!strong) g.setLineDash([2.5, 2]);
  g.stroke();
  if (!strong) g.setLineDash([]);
  g.lineWidth = 1;
}

/** From the selected end of a call to the other one: along its begin, across, and down its end. */
function drawLink(
  g: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  from: FramePlace,
  to: FramePlace,
): void {
  const across = plotOf(scene.size);
  const [y, otherY] = [middleOf(scene, from.lane), middleOf(scene, to.lane)];
  if (y === null || otherY === null) return;
  const clampX = (at: number) => Math.min(across.right, Math.max(across.left, toX(across, scene.view, at)));
  const [x, otherX] = [clampX(from.at), clampX(to.at)];
  const top = Math.max(LANES_TOP + 1, Math.min(y, otherY) - 9);
  g.strokeStyle = palette.accent;
  g.globalAlpha = 0.8;
  g.lineWidth = 1.25;
  g.setLineDash([4, 3]);
  g.beginPath();
  g.moveTo(x, y);
  g.lineTo(x, top);
  g.lineTo(otherX, top);
  g.lineTo(otherX, otherY);
  g.stroke();
  g.setLineDash([]);
  g.globalAlpha = 1;
  g.lineWidth = 1;
}

/** The marked range: the rest is veiled, its ends are lines. */
export function drawRange(g: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { range, view, size } = scene;
  if (!range) return;
  const across = plotOf(size);
  const from = Math.min(across.right, Math.max(across.left, toX(across, view, range.from)));
  const to = Math.min(across.right, Math.max(across.left, toX(across, view, range.to)));
  const height = size.height - RULER_TOP;
  g.fillStyle = palette.ground;
  g.globalAlpha = 0.55;
  g.fillRect(across.left, RULER_TOP, from - across.left, height);
  g.fillRect(to, RULER_TOP, across.right - to, height);
  g.globalAlpha = 0.12;
  g.fillStyle = palette.accent;
  g.fillRect(from, RULER_TOP, to - from, height);
  g.globalAlpha = 1;
  if (isSeen(scene, range.from)) g.fillRect(Math.round(from), RULER_TOP, 1, height);
  if (isSeen(scene, range.to)) g.fillRect(Math.round(to), RULER_TOP, 1, height);
}

/** The line under the cursor, with its place on the axis. */
export function drawCursor(g: CanvasRenderingContext2D, scene: Scene, palette: Palette, text: string): void {
  const { cursor, size } = scene;
  const across = plotOf(size);
  if (!cursor || cursor.y < RULER_TOP || cursor.x < across.left || cursor.x > across.right) return;
  const x = Math.round(cursor.x);
  g.fillStyle = palette.dimText;
  g.globalAlpha = 0.5;
  g.fillRect(x, RULER_TOP, 1, size.height - RULER_TOP);
  g.globalAlpha = 1;
  const wide = text.length * 6.1 + 10;
  const left = Math.min(size.width - wide, Math.max(across.left, x - wide / 2));
  g.fillStyle = palette.raised;
  g.beginPath();
  g.roundRect(left, RULER_TOP, wide, LANES_TOP - RULER_TOP - 2, 3);
  g.fill();
  g.fillStyle = palette.text;
  g.textAlign = 'center';
  g.fillText(text, left + wide / 2, (RULER_TOP + LANES_TOP - 2) / 2 + 0.5);
  g.textAlign = 'left';
}
