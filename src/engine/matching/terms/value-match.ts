import type { FilterValue } from '../../../protocol/filter/filter-ast';

/** Tells whether a text is one of the values: exactly in quotes, else ignoring case and with * for any text. */
export function valueMatcher(values: readonly FilterValue[]): (text: string) => boolean {
  const exact = new Set<string>();
  const loose = new Set<string>();
  const patterns: string[][] = [];
  for (const { text, quoted } of values) {
    if (quoted) exact.add(text);
    else if (text.includes('*')) patterns.push(text.toLowerCase().split('*'));
    else loose.add(text.toLowerCase());
  }
  if (loose.size === 0 && patterns.length === 0) return (text) => exact.has(text);
  return (text) => {
    if (exact.has(text)) return true;
    const lower = text.toLowerCase();
    return loose.has(lower) || patterns.some((parts) => matchesParts(lower, parts));
  };
}

/** Whether the parts stand in the text in this order, the first at its beginning and the last at its end: linear. */
function matchesParts(text: string, parts: readonly string[]): boolean {
  const first = parts[0] as string;
  const last = parts.at(-1) as string;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
