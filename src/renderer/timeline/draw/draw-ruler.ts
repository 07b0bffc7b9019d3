import { ticksOf } from '../model/axis-text';
import { LANES_TOP, plotOf, RULER_HEIGHT, RULER_TOP, toX } from '../model/geometry';
import type { Palette } from './palette';
import type { Scene } from './scene';

const TICK_ROOM_PX = 110;

/** Ticks with their texts, and the stretches without a time of their own. */
export function drawRuler(g: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const across = plotOf(scene.size);
  const { axis, view, zero, size } = scene;
  const count = Math.floor((across.right - across.left) / TICK_ROOM_PX);
  const ticks = ticksOf(axis, view, zero, count);
  g.fillStyle = palette.line;
  for (const { at } of ticks)
    g.fillRect(Math.round(toX(across, view, at)), RULER_TOP, 1, size.height - RULER_TOP);
  g.fillStyle = palette.faintText;
  g.textAlign = 'left';
  const middle = RULER_TOP + RULER_HEIGHT / 2;
  for (const { at, text } of ticks) {
    const x = Math.round(toX(across, view, at)) + 4;
    if (x + text.length * 6.2 < size.width) g.fillText(text, x, middle);
  }
}

/** Slanted strokes from one place to another. */
export function hatch(
  g: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  step: number,
): void {
  if (width <= 0) return;
  g.save();
  g.beginPath();
  g.rect(x, y, width, height);
  g.clip();
  g.beginPath();
  // The strokes stand still while the view moves less than one of them: they begin at a multiple of the step.
  for (let at = Math.floor((x - height) / step) * step; at < x + width; at += step) {
    g.moveTo(at, y + height);
    g.lineTo(at + height, y);
  }
  g.stroke();
  g.restore();
}

/** Where times are taken from neighbours: a hatched band under the ruler. */
export function drawInferred(g: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { slice, axis, view, size } = scene;
  if (axis !== 'time' || !slice || slice.axis !== axis) return;
  const across = plotOf(size);
  g.strokeStyle = palette.faintText;
  g.lineWidth = 1;
  let drawnTo = across.left;
  for (let i = 0; i + 1 < slice.inferred.length; i += 2) {
    const from = Math.max(drawnTo, toX(across, view, slice.inferred[i] ?? 0));
    const to = Math.min(across.right, Math.max(from + 3, toX(across, view, slice.inferred[i + 1] ?? 0)));
    if (to <= from || from >= across.right) continue;
    hatch(g, from, LANES_TOP - 5, to - from, 4, 4);
    drawnTo = to;
  }
}

/** Silences over the threshold: a broken ground with their length, which a click on it skips. */
export function drawGaps(
  g: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  words: (ms: number) => string,
): void {
  const { outline, axis, view, size } = scene;
  if (axis !== 'time') return;
  const across = plotOf(size);
  let drawnTo = across.left;
  for (const gap of outline.gaps) {
    if (gap.to <= view.from || gap.from >= view.to) continue;
    const from = Math.max(drawnTo, toX(across, view, gap.from) + 3);
    const to = Math.min(across.right, toX(across, view, gap.to) - 3);
    if (to - from < 6) continue;
    drawnTo = to;
    g.fillStyle = palette.lowered;
    g.fillRect(from, RULER_TOP + 1, to - from, size.height - RULER_TOP - 1);
    g.strokeStyle = palette.line;
    g.lineWidth = 1;
    hatch(g, from, RULER_TOP + 1, to - from, size.height - RULER_TOP - 1, 9);
    zigzag(g, from, size.height, palette);
    zigzag(g, to, size.height, palette);
    const length = words(gap.to - gap.from);
    const forms = [`${length} of silence  ⇥`, `${length}  ⇥`, '⇥'];
    const middle = RULER_TOP + RULER_HEIGHT / 2;
    g.textAlign = 'center';
    const shown = forms.find((form) => form.length * 6.2 + 14 < to - from) ?? '';
    if (shown !== '') {
      const wide = shown.length * 6.2 + 8;
      g.fillStyle = palette.raised;
      g.beginPath();
      g.roundRect((from + to) / 2 - wide / 2, RULER_TOP + 2, wide, RULER_HEIGHT - 4, 4);
      g.fill();
      g.fillStyle = palette.dimText;
      g.fillText(shown, (from + to) / 2, middle);
    }
    g.textAlign = 'left';
  }
}

function zigzag(g: CanvasRenderingContext2D, x: number, height: number, palette: Palette): void {
  g.strokeStyle = palette.strongLine;
  g.beginPath();
  let side = -1;
  g.moveTo(x, RULER_TOP + 1);
  for (let y = RULER_TOP + 1; y < height; y += 5) {
    g.lineTo(x + side * 2, y + 2.5);
    side = -side;
  }
  g.stroke();
}
