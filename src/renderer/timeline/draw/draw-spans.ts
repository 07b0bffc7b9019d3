import type { TimelineSpan } from '../../../ipc/engine-contract';
import { plotOf, toX } from '../model/geometry';
import {
  type BarPlace,
  barPlace,
  containerPlace,
  isContainer,
  type LaneBox,
  rowOf,
} from '../model/lane-layout';
import { hatch } from './draw-ruler';
import type { Palette } from './palette';
import type { Scene } from './scene';

const MIN_LABEL_PX = 30;
const LETTER_PX = 6.1;
const OPEN_END_PX = 22;
const QUIET: ReadonlySet<TimelineSpan['kind']> = new Set(['task', 'message', 'request']);

/** The spans of each lane, so that a lane that is not seen costs nothing. */
export type SpansByLane = ReadonlyMap<string, readonly TimelineSpan[]>;

export function drawSpans(
  g: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  box: LaneBox,
  spans: readonly TimelineSpan[],
): void {
  const across = plotOf(scene.size);
  // Narrow neighbours of one row fall on the same points of the screen: one of them is enough.
  const drawnTo = new Float64Array(box.rows).fill(Number.NEGATIVE_INFINITY);
  for (const container of [true, false]) {
    for (const span of spans) {
      if (isContainer(span) !== container || span.to < scene.view.from || span.from > scene.view.to) continue;
      const from = Math.max(across.left - 8, toX(across, scene.view, span.from));
      const to = Math.min(across.right + 8, toX(across, scene.view, span.to));
      if (container) {
        drawContainer(g, palette, span, containerPlace(box), from, to);
        continue;
      }
      const row = rowOf(span, scene.first, box);
      const failed = span.state === 'failed';
      if (to - from < 1 && from < (drawnTo[row] ?? 0) && !failed) continue;
      const width = Math.max(2.5, to - from);
      drawnTo[row] = from + 1.5;
      drawBar(g, palette, span, barPlace(box, row), from, width, box.thin);
    }
  }
}

function drawContainer(
  g: CanvasRenderingContext2D,
  palette: Palette,
  span: TimelineSpan,
  { top, height }: BarPlace,
  from: number,
  to: number,
): void {
  const color = span.state === 'failed' ? palette.err : palette.family[span.family];
  const width = Math.max(3, to - from);
  g.beginPath();
  g.roundRect(from + 0.5, top + 0.5, width - 1, height - 1, 3);
  g.fillStyle = color;
  g.globalAlpha = 0.16;
  g.fill();
  g.globalAlpha = span.kind === 'turn' ? 0.45 : 1;
  g.strokeStyle = color;
  g.lineWidth = 1;
  if (span.inferred) g.setLineDash([4, 3]);
  g.stroke();
  if (span.inferred) g.setLineDash([]);
  g.globalAlpha = 1;
  if (span.state === 'open') drawOpenEnd(g, palette, from, top, width, height);
}

function drawBar(
  g: CanvasRenderingContext2D,
  palette: Palette,
  span: TimelineSpan,
  { top, height }: BarPlace,
  from: number,
  width: number,
  thin: boolean,
): void {
  const failed = span.state === 'failed';
  const hollow = span.state === 'cancelled' || span.state === 'unknown';
  // What goes on around the calls is quieter than they are.
  const soft = !failed && QUIET.has(span.kind);
  const color = failed ? palette.err : palette.family[span.family];
  g.fillStyle = color;
  g.globalAlpha = soft ? 0.3 : hollow ? 0.35 : thin ? 0.85 : 0.92;
  if (width < 4 || thin) {
    // Too narrow for its corners to be seen.
    g.fillRect(from, top, width, height);
    g.globalAlpha = 1;
    return;
  }
  g.beginPath();
  g.roundRect(from, top, width, height, 3);
  g.fill();
  g.globalAlpha = 1;
  if (hollow || soft) {
    g.strokeStyle = color;
    g.lineWidth = 1;
    g.stroke();
  }
  // The end of one is told from the begin of the next.
  g.fillStyle = palette.ground;
  if (width > 5) g.fillRect(from + width - 0.5, top, 0.5, height);
  if (span.state === 'open') drawOpenEnd(g, palette, from, top, width, height);
  if (span.inferred && width > 6) {
    g.strokeStyle = palette.ground;
    g.lineWidth = 1.5;
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(from + 2, top + height - 0.5);
    g.lineTo(from + width - 2, top + height - 0.5);
    g.stroke();
    g.setLineDash([]);
    g.lineWidth = 1;
  }
  const text = labelOf(span, width);
  if (text === '') return;
  g.fillStyle = hollow || soft ? palette.text : palette.ground;
  g.fillText(text, Math.max(from, plotLeft) + 5, top + height / 2 + 0.5);
}

/** Bars that begin before the view have their label at its edge; set by the caller once a draw. */
let plotLeft = 0;
export function setLabelEdge(left: number): void {
  plotLeft = left;
}

function labelOf(span: TimelineSpan, width: number): string {
  if (width < MIN_LABEL_PX) return span.state === 'failed' && width > 12 ? '■' : '';
  const text = `${span.state === 'failed' ? '■ ' : span.state === 'cancelled' ? '⊘ ' : ''}${span.label}`;
  const letters = Math.floor((width - 9) / LETTER_PX);
  return text.length <= letters ? text : letters < 3 ? text.slice(0, 2) : `${text.slice(0, letters - 1)}…`;
}

/** It has no end yet: the bar is broken up where what is known ends. */
function drawOpenEnd(
  g: CanvasRenderingContext2D,
  palette: Palette,
  from: number,
  top: number,
  width: number,
  height: number,
): void {
  const wide = Math.min(OPEN_END_PX, width * 0.6);
  g.strokeStyle = palette.ground;
  g.lineWidth = 2;
  hatch(g, from + width - wide, top, wide, height, 5);
  g.lineWidth = 1;
}
