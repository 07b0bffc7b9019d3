/**
 * Milliseconds since the epoch of an ISO 8601 time in [start, end), or NaN. The form that the CLI writes
 * (`2026-01-15T09:00:01.000Z`, all versions) is read without making a string; other forms go to Date.parse.
 */
export function parseIsoTime(buf: Buffer, start: number, end: number): number {
  if (end - start === 24 && buf[end - 1] === 90 && buf[start + 10] === 84 && buf[start + 19] === 46) {
    const year = number4(buf, start);
    const month = number2(buf, start + 5);
    const day = number2(buf, start + 8);
    const hour = number2(buf, start + 11);
    const minute = number2(buf, start + 14);
    const second = number2(buf, start + 17);
    const milli = number2(buf, start + 20) * 10 + digit(buf, start + 22);
    if (month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60) {
      const seconds = ((daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
      const time = seconds * 1000 + milli;
      if (!Number.isNaN(time)) return time;
    }
  }
  if (end - start < 8 || end - start > 40) return Number.NaN;
  return Date.parse(buf.toString('latin1', start, end));
}

function digit(buf: Buffer, p: number): number {
  const d = (buf[p] as number) - 48;
  return d >= 0 && d <= 9 ? d : Number.NaN;
}

function number2(buf: Buffer, p: number): number {
  return digit(buf, p) * 10 + digit(buf, p + 1);
}

function number4(buf: Buffer, p: number): number {
  return number2(buf, p) * 100 + number2(buf, p + 2);
}

/** Days from 1970-01-01 in the proleptic Gregorian calendar (March-based year, so that leap days come last). */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}
