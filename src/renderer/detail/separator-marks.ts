import type { editor } from 'monaco-editor/editor';
import './separator-marks.css';

/**
 * NEL, LINE SEPARATOR and PARAGRAPH SEPARATOR: the editor neither draws them nor counts them among its invisible
 * characters. The CLI writes them raw inside strings (session files of all versions, streams up to 2.1.88), where naive
 * readers take them for line ends.
 */
const SEPARATORS = '[\\u0085\\u2028\\u2029]';
/** Enough to see that they are there; each mark costs the editor a decoration. */
const MAX_MARKS = 2000;

/** Puts a mark with its code point in front of each separator of the text. Copies of the text are without marks. */
export function markSeparators(model: editor.ITextModel): void {
  const found = model.findMatches(SEPARATORS, false, true, true, null, false, MAX_MARKS);
  const marks = found.map(({ range }): editor.IModelDeltaDecoration => {
    const code = model.getValueInRange(range).charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const before = {
      content: `U+${code}`,
      inlineClassName: 'separator-mark',
      inlineClassNameAffectsLetterSpacing: true,
    };
    return { range, options: { before } };
  });
  model.deltaDecorations([], marks);
}
