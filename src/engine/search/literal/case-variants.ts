/** Letters whose variants are not all ASCII, as UTF-8: the Kelvin sign and the long s. */
const OF_ASCII = new Map([
  [0x6b, 0x212a],
  [0x73, 0x017f],
]);

let cased: string | null = null;

/** All characters that have another case. About 2,900; made when the first letter that is no ASCII is looked for. */
function casedCharacters(): string {
  if (cased === null) {
    const found: string[] = [];
    const isCased = /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u;
    // Behind U+1E943 no character has a case.
    for (let code = 0x80; code <= 0x1e943; code++) {
      if (code === 0x3400) code = 0xa640;
      if (code === 0xac00) code = 0xfb00;
      const text = String.fromCodePoint(code);
      if (isCased.test(text)) found.push(text);
    }
    cased = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${found.join('')}`;
  }
  return cased;
}

/** The characters that are the same as this one but for their case, itself included, by Unicode's simple case folding. */
export function caseVariants(code: number): number[] {
  if (code < 0x80) {
    const lower = code | 0x20;
    if (lower < 0x61 || lower > 0x7a) return [code];
    const other = OF_ASCII.get(lower);
    return other === undefined ? [lower, lower - 32] : [lower, lower - 32, other];
  }
  // JavaScript folds case by the simple folding when a pattern has the flag u.
  const same = casedCharacters().match(new RegExp(`\\u{${code.toString(16)}}`, 'giu')) ?? [];
  const codes = same.map((text) => text.codePointAt(0) as number);
  return codes.length === 0 ? [code] : codes;
}
