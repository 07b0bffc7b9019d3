import { MAX_TIMELINE_BINS, type TimelineSlice } from '../../../ipc/engine-contract';
import { plotOf, toX } from '../model/geometry';
import type { LaneBox } from '../model/lane-layout';
import type { Palette } from './palette';
import type { Scene } from './scene';

const NO_FAMILY = 255;
/** Heights are told apart in so many steps: neighbours of one step are drawn as one. */
const STEPS = 6;

interface Stripe {
  slice: TimelineSlice;
  /** The part of the canvas that it may draw on. */
  left: number;
  right: number;
}

/** How many events there are where they cannot be drawn one by one: from the slice, and beside it from the overview. */
export function drawBins(g: CanvasRenderingContext2D, scene: Scene, palette: Palette, box: LaneBox): void {
  for (const stripe of stripesOf(scene)) drawStripe(g, scene, palette, box, stripe);
}

/** Which data covers which part of the plot. */
export function stripesOf({ slice, overview, axis, view, size }: Scene): Stripe[] {
  const { left, right } = plotOf(size);
  const usable = slice !== null && slice.axis === axis ? slice : null;
  const coarse = overview !== null && overview.axis === axis ? overview : null;
  if (!usable) return coarse ? [{ slice: coarse, left, right }] : [];
  const from = Math.min(right, Math.max(left, toX({ left, right }, view, usable.from)));
  const to = Math.min(right, Math.max(left, toX({ left, right }, view, usable.to)));
  const stripes: Stripe[] = [];
  if (coarse && from > left) stripes.push({ slice: coarse, left, right: from });
  if (usable.points === null && to > from) stripes.push({ slice: usable, left: from, right: to });
  if (coarse && to < right) stripes.push({ slice: coarse, left: to, right });
  return stripes;
}

function drawStripe(
  g: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  box: LaneBox,
  { slice, left, right }: Stripe,
): void {
  const bins = slice.bins.find(({ lane }) => lane === box.lane.id);
  if (!bins) return;
  const across = plotOf(scene.size);
  const { counts, families } = bins;
  const perBin = (slice.to - slice.from) / counts.length;
  const origin = toX(across, scene.view, slice.from);
  const width = toX(across, scene.view, slice.from + perBin) - origin;
  const first = Math.max(0, Math.floor((left - origin) / width));
  const last = Math.min(counts.length, Math.ceil((right - origin) / width));
  let top = 1;
  for (let i = first; i < last; i++) top = Math.max(top, counts[i] ?? 0);
  const scale = STEPS / Math.log1p(top);
  // Spans are drawn above: with them, what is below is quieter.
  g.globalAlpha = slice.spans === null || box.thin ? 0.85 : 0.45;
  const room = box.height - 8;
  const bottom = box.top + box.height - 4;
  let begin = first;
  let family = NO_FAMILY;
  let step = 0;
  rects.clear();
  for (let i = first; i <= last; i++) {
    const count = i < last ? (counts[i] ?? 0) : 0;
    const nextStep = count === 0 ? 0 : Math.max(1, Math.ceil(Math.log1p(count) * scale));
    const nextFamily = count === 0 ? NO_FAMILY : (families[i] ?? NO_FAMILY);
    if (nextStep === step && nextFamily === family && i < last) continue;
    if (step > 0) {
      const x = Math.max(left, origin + begin * width);
      const tall = Math.max(3, (step / STEPS) * room);
      rects.add(family, x, Math.max(1.25, Math.min(right, origin + i * width) - x), tall);
    }
    begin = i;
    step = nextStep;
    family = nextFamily;
  }
  rects.fill(g, bottom, palette);
  g.globalAlpha = 1;
}

/** Bars of one lane, drawn family by family: changing the colour for each of them would cost more than the bars. */
class Bars {
  #count = 0;
  #seen = 0;
  readonly #families = new Uint8Array(MAX_TIMELINE_BINS + 1);
  readonly #places = new Float32Array((MAX_TIMELINE_BINS + 1) * 3);

  clear(): void {
    this.#count = 0;
    this.#seen = 0;
  }

  add(family: number, x: number, width: number, height: number): void {
    if (this.#count > MAX_TIMELINE_BINS) return;
    this.#families[this.#count] = family;
    const at = this.#count * 3;
    this.#places[at] = x;
    this.#places[at + 1] = width;
    this.#places[at + 2] = height;
    this.#count++;
    this.#seen |= 1 << Math.min(31, family);
  }

  fill(g: CanvasRenderingContext2D, bottom: number, palette: Palette): void {
    for (let slot = 0; slot < 32; slot++) {
      if ((this.#seen & (1 << slot)) === 0) continue;
      g.fillStyle = palette.byPlace[slot] ?? palette.faintText;
      for (let i = 0; i < this.#count; i++) {
        if (Math.min(31, this.#families[i] ?? 0) !== slot) continue;
        const height = this.#places[i * 3 + 2] ?? 0;
        g.fillRect(this.#places[i * 3] ?? 0, bottom - height, this.#places[i * 3 + 1] ?? 0, height);
      }
    }
  }
}
const rects = new Bars();

/** Errors and hits are seen at every zoom: drawn last, and never narrower than two points. */
export function drawBinTicks(
  g: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  box: LaneBox,
): void {
  for (const stripe of stripesOf(scene)) {
    const bins = stripe.slice.bins.find(({ lane }) => lane === box.lane.id);
    if (!bins) continue;
    if (bins.hits) drawTicks(g, scene, stripe, bins.hits, palette.warn, box.top + 1, 4);
    drawTicks(g, scene, stripe, bins.errors, palette.err, box.top + 3, box.height - 6);
  }
}

function drawTicks(
  g: CanvasRenderingContext2D,
  { size, view }: Scene,
  { slice, left, right }: Stripe,
  counts: Uint32Array,
  color: string,
  top: number,
  height: number,
): void {
  const across = plotOf(size);
  const perBin = (slice.to - slice.from) / counts.length;
  const origin = toX(across, view, slice.from);
  const width = toX(across, view, slice.from + perBin) - origin;
  const first = Math.max(0, Math.floor((left - origin) / width));
  const last = Math.min(counts.length, Math.ceil((right - origin) / width));
  g.fillStyle = color;
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (let i = first; i < last; i++) {
    if ((counts[i] ?? 0) === 0) continue;
    const x = Math.round(origin + (i + 0.5) * width) - 1;
    if (x < drawnTo) continue;
    g.fillRect(x, top, 2, height);
    drawnTo = x + 2;
  }
}
