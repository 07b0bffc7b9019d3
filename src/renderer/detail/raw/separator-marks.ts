import type { editor } from 'monaco-editor/editor';
import './separator-marks.css';

/**
 * NEL, LINE SEPARATOR and PARAGRAPH SEPARATOR by their usual short names. The editor draws each as U+FFFD, which means
 * something else. The CLI writes them raw inside strings (session files of all versions, streams up to 2.1.88), where
 * naive readers take them for line ends.
 */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['\u0085', 'NEL'],
  ['\u2028', 'LS'],
  ['\u2029', 'PS'],
]);
const SEPARATORS = '[\\u0085\\u2028\\u2029]';
/** Enough to see that they are there; each mark costs the editor a decoration. */
const MAX_MARKS = 2000;

/** Draws a mark with its name in place of each separator of the text. Copies of the text have the separator. */
export function markSeparators(model: editor.ITextModel): void {
  const found = model.findMatches(SEPARATORS, false, true, true, null, false, MAX_MARKS);
  const marks = found.map(({ range }): editor.IModelDeltaDecoration => {
    const before = {
      content: NAMES.get(model.getValueInRange(range)) ?? '',
      inlineClassName: 'separator-mark',
      inlineClassNameAffectsLetterSpacing: true,
    };
    const options = {
      before,
      inlineClassName: 'separator-glyph',
      inlineClassNameAffectsLetterSpacing: true,
    };
    return { range, options };
  });
  model.deltaDecorations([], marks);
}
