import type { Bound, Range } from './filter-ast';
import type { RangeKey } from './filter-words';

type Unit = 'bytes' | 'duration' | 'time' | 'count';

const UNIT_OF: Record<RangeKey, Unit> = {
  size: 'bytes',
  offset: 'bytes',
  gap: 'duration',
  duration: 'duration',
  time: 'time',
  frame: 'count',
  line: 'count',
};

const BYTES: Record<string, number> = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 };
const TIMES: Record<string, number> = { ms: 1, s: 1e3, m: 60e3, min: 60e3, h: 3600e3, d: 86_400e3 };

const WHAT: Record<Unit, string> = {
  bytes: 'a number of bytes such as 500, 100k or 2M',
  duration: 'a time with its unit such as 250ms, 30s or 2m',
  time: 'a time since the first frame such as +1.5s, or a date such as 2026-01-31T12:00:00',
  count: 'a whole number such as 10',
};

const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const QUANTITY = /^([+-]?)(\d{1,18}(?:\.\d{1,12})?)([A-Za-z]*)$/;

/** What may be written for a range of this word: a phrase. */
export function rangeForms(key: RangeKey): string {
  return `${WHAT[UNIT_OF[key]]}, alone, after > or <, or two of them with .. between`;
}

/** The range that a value tells; null when it tells none. */
export function rangeOf(key: RangeKey, text: string): Range | null {
  const unit = UNIT_OF[key];
  const compared = /^(>=|<=|>|<)(.+)$/.exec(text);
  if (compared !== null) {
    const bound = boundOf(unit, compared[2] as string, (compared[1] as string).length === 1);
    if (bound === null) return null;
    return compared[1]?.[0] === '>' ? { min: bound, max: null } : { min: null, max: bound };
  }
  const dots = text.indexOf('..');
  if (dots < 0) {
    const bound = boundOf(unit, text, false);
    return bound === null ? null : { min: bound, max: { ...bound } };
  }
  const [low, high] = [text.slice(0, dots), text.slice(dots + 2)];
  const min = low === '' ? null : boundOf(unit, low, false);
  const max = high === '' ? null : boundOf(unit, high, false);
  if ((low !== '' && min === null) || (high !== '' && max === null)) return null;
  return min === null && max === null ? null : { min, max };
}

function boundOf(unit: Unit, text: string, open: boolean): Bound | null {
  if (unit === 'time' && DATE.test(text)) {
    const isZoned = /Z$|T.*[+-]\d\d:\d\d$/.test(text) || !text.includes('T');
    const value = Date.parse(isZoned ? text : `${text}Z`);
    return Number.isNaN(value) ? null : { value, relative: false, open };
  }
  const match = QUANTITY.exec(text);
  if (match === null) return null;
  const [, sign, digits, suffix] = match as unknown as [string, string, string, string];
  // A sign means "since the first frame", which only times have.
  if ((unit === 'time') !== (sign !== '')) return null;
  const value = magnitude(unit, Number(digits), suffix);
  if (value === null || value > Number.MAX_SAFE_INTEGER) return null;
  return { value: sign === '-' && value !== 0 ? -value : value, relative: unit === 'time', open };
}

function magnitude(unit: Unit, number: number, suffix: string): number | null {
  if (unit === 'count') return suffix === '' && Number.isInteger(number) ? number : null;
  const table = unit === 'bytes' ? BYTES : TIMES;
  const word = suffix.toLowerCase();
  if (!Object.hasOwn(table, word)) return null;
  const value = number * (table[word] as number);
  // No clock and no file is finer; and so a number never needs an exponent.
  return unit === 'bytes' ? Math.round(value) : Math.round(value * 1000) / 1000;
}

/** A range as it is written. */
export function rangeText(key: RangeKey, { min, max }: Range): string {
  const word = (bound: Bound) => boundText(UNIT_OF[key], bound);
  if (min !== null && max !== null) {
    const [low, high] = [word(min), word(max)];
    return low === high ? low : `${low}..${high}`;
  }
  if (min !== null) return `${min.open ? '>' : '>='}${word(min)}`;
  return max === null ? '>=0' : `${max.open ? '<' : '<='}${word(max)}`;
}

function boundText(unit: Unit, { value, relative }: Bound): string {
  if (unit === 'time' && !relative) return new Date(value).toISOString();
  const size = Math.abs(value);
  const sign = unit !== 'time' ? '' : value < 0 ? '-' : '+';
  if (unit === 'bytes') return bytesText(size);
  return `${sign}${unit === 'count' ? size : durationText(size)}`;
}

function bytesText(bytes: number): string {
  for (const [suffix, factor] of [
    ['G', 1e9],
    ['M', 1e6],
    ['k', 1e3],
  ] as const)
    if (bytes > 0 && bytes % factor === 0) return `${bytes / factor}${suffix}`;
  return String(bytes);
}

function durationText(ms: number): string {
  const seconds = String(ms / 1000);
  const isExact =
    ms >= 100 &&
    /^\d{1,18}(?:\.\d{1,12})?$/.test(seconds) &&
    magnitude('duration', Number(seconds), 's') === ms;
  return isExact ? `${seconds}s` : `${ms}ms`;
}
