/** The page (from 0) that someone means who wrote `text`: "1,088", " 7 "; null when that is no number. */
export function pageOf(text: string, pages: number): number | null {
  const digits = text.replace(/[\s,._']/g, '');
  if (!/^\d+$/.test(digits)) return null;
  return Math.min(pages, Math.max(1, Number(digits))) - 1;
}
