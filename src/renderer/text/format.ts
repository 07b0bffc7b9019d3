const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const NOT_STATED = 'not stated';

/**
 * Whether a figure of a recording says anything: JSON can hold "1e999" (infinite) and -5, and at the end of the
 * whole numbers stands what a program writes for "no limit".
 */
export function isStated(value: number | null | undefined): value is number {
  return value != null && value >= 0 && value < Number.MAX_SAFE_INTEGER;
}

/** A figure of the recording in words of the caller, or that it is not stated. */
export function stated(value: number | null | undefined, format: (value: number) => string): string {
  return isStated(value) ? format(value) : NOT_STATED;
}

/** 28032 -> "28,032" */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** "1 frame", "2 frames" */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Exact below 100,000 bytes, then "1.2 MB" with decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 100_000) return plural(bytes, 'byte');
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 99.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** "312 ms", "4.9 s", "2 min 05 s", "1 h 04 min" */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < 1) return ms === 0 ? '0 ms' : '< 1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
  const minutes = Math.round(seconds / 60);
  return `${formatCount(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Time since the first stated one: "+0.439", "+1:02.120", "+2:03:04", "-0.200". */
export function formatRelative(ms: number): string {
  const sign = ms < 0 ? '-' : '+';
  const total = Math.round(Math.abs(ms));
  const seconds = Math.floor(total / 1000);
  const rest = String(total % 1000).padStart(3, '0');
  if (seconds < 60) return `${sign}${seconds}.${rest}`;
  const minutes = Math.floor(seconds / 60);
  const ss = String(seconds % 60).padStart(2, '0');
  if (minutes < 60) return `${sign}${minutes}:${ss}.${rest}`;
  return `${sign}${formatCount(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}:${ss}`;
}

/** "2026-01-15 09:00:19 UTC"; null for a time that no date can hold. */
export function formatInstant(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const exactClock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

const isTime = (time: number) => !Number.isNaN(new Date(time).getTime());

/** The reader's own time of day, "14:05", with the day when it is more than half a day away; "" for no date. */
export function formatClock(time: number, now = Date.now()): string {
  if (!isTime(time)) return '';
  return (Math.abs(time - now) < 12 * 3_600_000 ? clock : dayAndClock).format(time);
}

/** "14:05:03.120" in the reader's own time; "" for no date. */
export function formatExactClock(time: number): string {
  return isTime(time) ? exactClock.format(time) : '';
}

/** How long ago, in steps that a glance can take: "just now", "3 s", "2 min", "1 h 04 min". */
export function formatAge(ms: number): string {
  if (ms < 1000) return 'just now';
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return `${formatCount(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** "$0.0264"; small amounts keep their digits. */
export function formatCost(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 10 ? `$${usd.toFixed(4)}` : `$${cents.format(usd)}`;
}

export function formatPercent(part: number, total: number): string {
  return total > 0 ? `${Math.floor(Math.min(1, part / total) * 100)} %` : '0 %';
}

/** "toolu_018547efddd382fe3aec3994" -> "toolu…ec3994" */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 5)}…${id.slice(-6)}` : id;
}
