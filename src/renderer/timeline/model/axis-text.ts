import { scaleLinear } from 'd3-scale';
import type { TimelineAxis } from '../../../ipc/engine-contract';
import { formatBytes, formatCount, formatDuration, formatRelative, plural } from '../../text/format';
import type { Stretch } from './view-window';

export interface Tick {
  at: number;
  text: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Steps that a clock has, above which d3's powers of ten read badly. */
const CLOCK_STEPS = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  30 * DAY,
  90 * DAY,
  365 * DAY,
  1000 * DAY,
  10_000 * DAY,
];

/** Ticks of what is in view, about so many, at round places of the axis. `zero` is the beginning of the session. */
export function ticksOf(axis: TimelineAxis, view: Stretch, zero: number, count: number): Tick[] {
  const wanted = Math.max(1, count);
  if (axis === 'order') {
    // Frames are counted from 1, rows from 0.
    return places(view, 1, wanted)
      .filter(Number.isInteger)
      .map((frame) => ({ at: frame - 1, text: `#${formatCount(frame)}` }));
  }
  if (axis === 'bytes') {
    return places(view, 0, wanted).map((at) => ({ at, text: at === 0 ? '0' : shortBytes(at) }));
  }
  const step = (view.to - view.from) / wanted;
  const relative = step > 30 * SECOND ? clockPlaces(view, zero, step) : places(view, -zero, wanted);
  const digits = digitsOf(relative);
  return relative.map((place) => ({ at: place + zero, text: clockText(place, digits) }));
}

/** Round places of the view moved by `shift`. */
function places({ from, to }: Stretch, shift: number, count: number): number[] {
  return scaleLinear()
    .domain([from + shift, to + shift])
    .ticks(count);
}

function clockPlaces({ from, to }: Stretch, zero: number, least: number): number[] {
  const step = CLOCK_STEPS.find((one) => one >= least) ?? least;
  const found: number[] = [];
  for (let at = Math.ceil((from - zero) / step) * step; at <= to - zero; at += step) found.push(at);
  return found;
}

/** Decimals that tell neighbouring ticks apart. */
function digitsOf(relative: readonly number[]): number {
  const [first, second] = relative;
  if (first === undefined || second === undefined) return 3;
  const step = (second - first) / SECOND;
  return step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9));
}

/** "0.5 s", "-0.5 s", "1:05.25", "2:00:00", "3 d 12 h": with as many digits as tell neighbours apart. */
function clockText(ms: number, digits: number): string {
  const sign = ms < 0 ? '-' : '';
  const size = Math.abs(ms);
  if (size < MINUTE) return `${sign}${(size / SECOND).toFixed(digits)} s`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = ((size % MINUTE) / SECOND).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
  if (size < HOUR) return `${sign}${Math.floor(size / MINUTE)}:${seconds}`;
  const hours = Math.floor((size % DAY) / HOUR);
  if (size < DAY) return `${sign}${hours}:${two((size % HOUR) / MINUTE)}:${seconds}`;
  const days = `${sign}${formatCount(Math.floor(size / DAY))} d`;
  if (size % HOUR === 0) return hours === 0 ? days : `${days} ${hours} h`;
  return `${days} ${hours}:${two((size % HOUR) / MINUTE)}:${seconds}`;
}

function shortBytes(bytes: number): string {
  return bytes < 100_000 ? `${formatCount(bytes)} B` : formatBytes(bytes);
}

/** A place of the axis for people: "+0.439", "#12", "25,903 bytes". */
export function placeText(axis: TimelineAxis, at: number, zero: number): string {
  if (axis === 'time') return formatRelative(at - zero);
  if (axis === 'order') return `#${formatCount(Math.max(1, Math.floor(at) + 1))}`;
  return formatBytes(Math.max(0, Math.round(at)));
}

/** How long a stretch is: "1.2 s", "12 frames", "3.4 MB". */
export function lengthText(axis: TimelineAxis, length: number): string {
  if (axis === 'time') return formatDuration(length);
  if (axis === 'order') return plural(Math.max(1, Math.round(length)), 'frame');
  return formatBytes(Math.max(0, Math.round(length)));
}

/** From one place to another, with its sign: "+1.2 s", "-3 frames". */
export function deltaText(axis: TimelineAxis, delta: number): string {
  const sign = delta < 0 ? '-' : '+';
  if (axis === 'order' && Math.round(delta) === 0) return '+0 frames';
  return `${sign}${lengthText(axis, Math.abs(delta))}`;
}
