import type { TimelinePoint, TimelineSpan } from '../../../ipc/engine-contract';
import { formatDuration } from '../../text/format';
import { deltaText, placeText } from '../model/axis-text';
import { fromX, LABELS_WIDTH, LANES_TOP, plotOf } from '../model/geometry';
import { heightOf, isContainer, type LaneBox, LEFT_OFF_HEIGHT, lanesHeight } from '../model/lane-layout';
import { leftOffNote } from '../words';
import { drawBins, drawBinTicks } from './draw-bins';
import { drawMinimap } from './draw-minimap';
import { drawPoints } from './draw-points';
import { drawGaps, drawInferred, drawRuler } from './draw-ruler';
import { drawCursor, drawMarked, drawRange } from './draw-selection';
import { drawSpans, setLabelEdge } from './draw-spans';
import type { Palette } from './palette';
import type { Scene } from './scene';

/** What the slice holds, by lane: made once a slice, not once a draw. */
export interface ByLane {
  spans: ReadonlyMap<string, readonly TimelineSpan[]>;
  points: ReadonlyMap<string, readonly TimelinePoint[]>;
}

export function groupByLane(slice: Scene['slice']): ByLane {
  const spans = slice?.spans ?? [];
  // The ends of a bar are frames themselves: only those are drawn again that have more to say.
  const ends = new Set(
    spans
      .filter((span) => !isContainer(span))
      .flatMap(({ lane, frame, endFrame }) => [`${lane} ${frame}`, `${lane} ${endFrame}`]),
  );
  const points = (slice?.points ?? []).filter(
    ({ mark, hit, lane, frame }) => mark !== null || hit || !ends.has(`${lane} ${frame}`),
  );
  return { spans: grouped(spans), points: grouped(points) };
}

function grouped<T extends { lane: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.lane);
    if (group) group.push(item);
    else groups.set(item.lane, [item]);
  }
  return groups;
}

/** Draws everything. The canvas is scaled to its points already. */
export function drawTimeline(
  g: CanvasRenderingContext2D,
  scene: Scene,
  byLane: ByLane,
  palette: Palette,
): void {
  const { size, axis, view, zero, marked, cursor } = scene;
  const across = plotOf(size);
  g.fillStyle = palette.ground;
  g.fillRect(0, 0, size.width, size.height);
  g.textBaseline = 'middle';
  g.lineWidth = 1;
  g.font = `11px ${palette.uiFont}`;
  drawMinimap(g, scene, palette);
  g.save();
  g.beginPath();
  g.rect(across.left, 0, size.width - across.left, size.height);
  g.clip();
  drawRuler(g, scene, palette);
  drawInferred(g, scene, palette);
  drawGaps(g, scene, palette, formatDuration);
  g.restore();
  drawLanes(g, scene, byLane, palette);
  g.save();
  g.beginPath();
  g.rect(across.left - 8, 0, size.width - across.left + 8, size.height);
  g.clip();
  drawRange(g, scene, palette);
  drawMarked(g, scene, palette);
  if (cursor) {
    const at = fromX(across, view, cursor.x);
    const delta = marked.selected ? `  ${deltaText(axis, at - marked.selected.at)}` : '';
    drawCursor(g, scene, palette, `${placeText(axis, at, zero)}${delta}`);
  }
  g.restore();
  drawScrollBar(g, scene, palette);
}

function drawLanes(g: CanvasRenderingContext2D, scene: Scene, byLane: ByLane, palette: Palette): void {
  const { size, scroll, boxes } = scene;
  const across = plotOf(size);
  const seen = boxes.filter(
    ({ top, height }) => top + height > scroll && top - scroll < size.height - LANES_TOP,
  );
  g.save();
  g.beginPath();
  g.rect(0, LANES_TOP, size.width, size.height - LANES_TOP);
  g.clip();
  g.translate(0, LANES_TOP - scroll);
  for (const box of seen) drawLabel(g, scene, palette, box);
  if (scene.outline.lanesLeftOff > 0) {
    g.fillStyle = palette.faintText;
    g.fillText(leftOffNote(scene.outline), across.left, heightOf(boxes) + LEFT_OFF_HEIGHT / 2 + 2);
  }
  g.beginPath();
  g.rect(across.left, 0, across.right - across.left + 8, heightOf(boxes));
  g.clip();
  setLabelEdge(across.left);
  for (const box of seen) drawBins(g, scene, palette, box);
  g.font = `600 10px ${palette.uiFont}`;
  for (const box of seen) drawSpans(g, scene, palette, box, byLane.spans.get(box.lane.id) ?? []);
  g.font = `11px ${palette.uiFont}`;
  for (const box of seen) drawPoints(g, scene, palette, box, byLane.points.get(box.lane.id) ?? []);
  for (const box of seen) drawBinTicks(g, scene, palette, box);
  g.restore();
}

const INDENT_PX = 10;

function drawLabel(g: CanvasRenderingContext2D, scene: Scene, palette: Palette, box: LaneBox): void {
  const { lane, top, height } = box;
  const across = plotOf(scene.size);
  if (scene.focusLane === lane.id) {
    g.fillStyle = palette.accent;
    g.globalAlpha = 0.1;
    g.fillRect(0, top, scene.size.width, height);
    g.globalAlpha = 1;
    g.fillRect(0, top, 2, height);
  }
  g.fillStyle = palette.line;
  g.fillRect(across.left, top + height - 0.5, across.right - across.left, 1);
  const middle = top + 10;
  const indent = Math.max(0, lane.depth - 1) * INDENT_PX;
  const room = LABELS_WIDTH - 24 - Math.min(indent, 40) - (lane.errors > 0 ? 12 : 0);
  g.fillStyle = palette.dimText;
  g.textAlign = 'right';
  g.fillText(cutTo(lane.label, room), LABELS_WIDTH - 12, middle);
  g.textAlign = 'left';
  if (lane.depth > 0) {
    g.fillStyle = palette.family.assistant;
    g.fillRect(8 + Math.min(indent, 40), top + 4, 2, height - 8);
  }
  if (lane.errors > 0) {
    g.fillStyle = palette.err;
    g.fillRect(14 + Math.min(indent, 40), middle - 3, 6, 6);
  }
}

function cutTo(text: string, room: number): string {
  const letters = Math.floor(room / 5.8);
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}

function drawScrollBar(g: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { size, scroll, boxes, outline } = scene;
  const room = size.height - LANES_TOP;
  const all = lanesHeight(boxes, outline);
  if (all <= room || room < 12) return;
  const tall = Math.max(16, (room / all) * room);
  const top = LANES_TOP + (scroll / (all - room)) * (room - tall);
  g.fillStyle = palette.strongLine;
  g.beginPath();
  g.roundRect(size.width - 7, top, 4, tall, 2);
  g.fill();
}
