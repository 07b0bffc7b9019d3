import { piecesOf } from '../../../protocol/filter/filter-lexer';

/** A stretch of what is written in the filter box, as it is drawn. */
export interface DrawnPart {
  text: string;
  /** "term" and "out" are chips, "out" of what is left out; "text" is looked for in the bytes. */
  look: 'plain' | 'term' | 'out' | 'text' | 'word';
  wrong: boolean;
}

interface Wrong {
  from: number;
  to: number;
}

/** The text of the filter box cut into what is drawn alike. Together the parts are the text. */
export function drawnParts(text: string, wrong: Wrong | null): DrawnPart[] {
  const looks: DrawnPart['look'][] = new Array(text.length).fill('plain');
  let minus = -1;
  for (const { what, from, to } of piecesOf(text)) {
    if (what === 'minus') {
      minus = from;
      continue;
    }
    const isOut = minus === from - 1 && minus >= 0;
    if (what === 'term') looks.fill(isOut ? 'out' : 'term', isOut ? minus : from, to);
    else if (what === 'text' || what === 'regex') looks.fill('text', from, to);
    else if (what === 'word' && /^(?:or|and|not)$/i.test(text.slice(from, to))) looks.fill('word', from, to);
    minus = -1;
  }
  const parts: DrawnPart[] = [];
  for (let at = 0; at < text.length; at++) {
    const look = looks[at] ?? 'plain';
    const isWrong = wrong !== null && at >= wrong.from && at < wrong.to;
    const last = parts.at(-1);
    if (last?.look === look && last.wrong === isWrong) last.text += text[at];
    else parts.push({ text: text[at] as string, look, wrong: isWrong });
  }
  return parts;
}
