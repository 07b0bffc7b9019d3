import type { Family, TimelinePoint } from '../../../ipc/engine-contract';
import { plotOf, toX } from '../model/geometry';
import type { LaneBox } from '../model/lane-layout';
import type { Palette } from './palette';
import type { Scene } from './scene';

const BAR_PX = 4;
const MANY = 150;

/** Frames one by one: plain ones as small bars, and marks with shapes of their own above them. */
export function drawPoints(
  g: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  box: LaneBox,
  points: readonly TimelinePoint[],
): void {
  const across = plotOf(scene.size);
  const x = (point: TimelinePoint) => toX(across, scene.view, point.at);
  const seen = ({ at }: TimelinePoint) => at >= scene.view.from && at <= scene.view.to;
  const wide = box.lane.kind === 'tasks' || box.lane.kind === 'tools' ? 2 : BAR_PX;
  const tall = Math.min(12, box.height - 8);
  const top = box.top + 4;
  // Where they stand close together nobody sees their corners.
  const many = points.length > MANY;
  let drawnTo = Number.NEGATIVE_INFINITY;
  let family: Family | null = null;
  for (const point of points) {
    if (point.mark !== null || !seen(point)) continue;
    const left = Math.round(x(point)) - wide / 2;
    // Several at one place look like one.
    if (left < drawnTo) continue;
    drawnTo = left + 1;
    if (point.family !== family) {
      family = point.family;
      g.fillStyle = palette.family[family];
    }
    if (point.inferred) {
      // Its time is a neighbour's: a broken bar.
      g.fillRect(left, top, wide, tall / 2 - 1);
      g.fillRect(left, top + tall / 2 + 1, wide, tall / 2 - 1);
    } else if (many || wide < 3) {
      g.fillRect(left, top, wide, tall);
    } else {
      g.beginPath();
      g.roundRect(left, top, wide, tall, 1.5);
      g.fill();
    }
  }
  for (const point of points) {
    if (point.mark !== null && seen(point)) drawMark(g, palette, point, x(point), box.top + 10);
  }
  for (const point of points) {
    if (point.hit && seen(point)) drawHit(g, palette, x(point), box.top + 1);
  }
}

type MarkName = NonNullable<TimelinePoint['mark']>;

const SHAPES: Record<MarkName, (g: CanvasRenderingContext2D, x: number, y: number) => void> = {
  error: (g, x, y) => g.rect(x - 4, y - 4, 8, 8),
  success: (g, x, y) => polygon(g, [x, y - 6, x + 6, y, x, y + 6, x - 6, y]),
  'rate-limit': (g, x, y) => polygon(g, [x, y - 6, x + 6, y + 5, x - 6, y + 5]),
  retry: (g, x, y) => g.arc(x, y, 4.5, -0.3, Math.PI * 1.5),
  compaction: (g, x, y) => polygon(g, [x - 5, y - 6, x + 5, y - 6, x - 5, y + 6, x + 5, y + 6]),
};

function polygon(g: CanvasRenderingContext2D, [x = 0, y = 0, ...rest]: readonly number[]): void {
  g.moveTo(x, y);
  for (let i = 0; i + 1 < rest.length; i += 2) g.lineTo(rest[i] ?? 0, rest[i + 1] ?? 0);
  g.closePath();
}

function colorOf(mark: MarkName, palette: Palette): string {
  switch (mark) {
    case 'error':
      return palette.err;
    case 'success':
      return palette.ok;
    case 'compaction':
      return palette.family.system;
    default:
      return palette.warn;
  }
}

export function drawMark(
  g: CanvasRenderingContext2D,
  palette: Palette,
  { mark, inferred }: Pick<TimelinePoint, 'mark' | 'inferred'>,
  x: number,
  y: number,
): void {
  if (mark === null) return;
  const color = colorOf(mark, palette);
  g.beginPath();
  SHAPES[mark](g, x, y);
  g.lineWidth = 2;
  if (mark === 'retry') {
    g.strokeStyle = palette.ground;
    g.lineWidth = 5;
    g.stroke();
    g.strokeStyle = color;
    g.lineWidth = 2;
    g.stroke();
    g.beginPath();
    polygon(g, [x - 1, y - 8, x + 5, y - 4.5, x - 1, y - 1]);
    g.fillStyle = color;
    g.fill();
  } else {
    // A rim of the ground keeps it apart from what is below.
    g.strokeStyle = palette.ground;
    g.stroke();
    g.fillStyle = color;
    g.globalAlpha = inferred ? 0.7 : 1;
    g.fill();
    g.globalAlpha = 1;
  }
  g.lineWidth = 1;
}

function drawHit(g: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  g.fillStyle = palette.warn;
  g.beginPath();
  polygon(g, [x - 3.5, y - 1, x + 3.5, y - 1, x, y + 4.5]);
  g.fill();
}
