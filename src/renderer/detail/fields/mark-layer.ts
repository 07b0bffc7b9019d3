import { editor } from 'monaco-editor/editor';
import type { FieldEntry } from '../../../ipc/engine-contract';
import { type LineMarks, marksBetween } from './field-marks';
import './provenance-mark.css';

/** A key of the shown text that the reader points at, and where on the screen it is. */
export interface PointedField {
  entry: FieldEntry;
  /** Of its line, in the window. */
  left: number;
  top: number;
  bottom: number;
}

export interface MarkLayer {
  /** Marks the lines of the text that is shown; null: none. */
  set(marks: LineMarks | null, entries: readonly FieldEntry[]): void;
  /** Hears of the key under the mouse, or at the cursor that the keyboard moved; null when there is none. */
  onPoint: ((field: PointedField | null) => void) | null;
}

/** Lines around those in view that are marked in advance, so that no scrolling step shows bare ones. */
const MARGIN_LINES = 60;
const HOVER_MS = 200;
/** Longer keys are not looked for under the mouse. */
const MAX_KEY_UNITS = 400;

/**
 * Draws the marks beside the lines in view. Only those: a frame may have a hundred thousand keys, and a decoration each
 * would stall the editor.
 */
export function createMarkLayer(view: editor.IStandaloneCodeEditor): MarkLayer {
  const drawn = view.createDecorationsCollection();
  let marks: LineMarks = [];
  let entries: readonly FieldEntry[] = [];
  let first = 0;
  let last = -1;
  let pointed = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const inView = () => {
    const ranges = view.getVisibleRanges();
    return [ranges[0]?.startLineNumber ?? 1, ranges.at(-1)?.endLineNumber ?? 1] as const;
  };

  function draw(anew: boolean): void {
    if (marks.length === 0) {
      drawn.clear();
      return;
    }
    const [from, to] = inView();
    if (!anew && from >= first && to <= last) return;
    first = from - MARGIN_LINES;
    last = to + MARGIN_LINES;
    drawn.set(
      marksBetween(marks, entries, first, last).map(({ line, entry }) => ({
        range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
        options: {
          firstLineDecorationClassName: `field-mark ${entry.provenance}`,
          stickiness: 1,
        },
      })),
    );
  }

  function point(line: number): void {
    clearTimeout(waiting);
    if (line === pointed) return;
    pointed = line;
    const entry = line > 0 ? entries[marks[line - 1] ?? -1] : undefined;
    const box = view.getContainerDomNode().getBoundingClientRect();
    if (!entry) {
      layer.onPoint?.(null);
      return;
    }
    const top = box.top + view.getTopForLineNumber(line) - view.getScrollTop();
    const left = box.left + view.getLayoutInfo().decorationsLeft;
    layer.onPoint?.({ entry, left, top, bottom: top + view.getOption(editor.EditorOption.lineHeight) });
  }

  /** What the mouse only passes by is not told. */
  function pointSoon(line: number): void {
    clearTimeout(waiting);
    if (line === 0 || pointed !== 0) point(line);
    else waiting = setTimeout(() => point(line), HOVER_MS);
  }

  const layer: MarkLayer = {
    onPoint: null,
    set(nextMarks, nextEntries) {
      marks = nextMarks ?? [];
      entries = nextEntries;
      point(0);
      draw(true);
    },
  };

  view.onDidScrollChange(() => {
    point(0);
    draw(false);
  });
  view.onDidLayoutChange(() => draw(true));
  view.onDidChangeModel(() => layer.set(null, []));
  view.onMouseMove(({ target }) => pointSoon(keyLineAt(view, target)));
  view.onMouseLeave(() => point(0));
  view.onDidBlurEditorWidget(() => point(0));
  view.onKeyDown((event) => {
    if (event.browserEvent.key === 'Escape') point(0);
  });
  view.onDidChangeCursorPosition(({ position, source }) => {
    point(source === 'keyboard' ? position.lineNumber : 0);
  });
  return layer;
}

/** The line whose mark or key is at a place of the editor; 0 when neither is. */
function keyLineAt(view: editor.IStandaloneCodeEditor, target: editor.IMouseTarget): number {
  const { position } = target;
  if (!position) return 0;
  const { MouseTargetType } = editor;
  if (target.type === MouseTargetType.GUTTER_LINE_DECORATIONS) return position.lineNumber;
  if (target.type !== MouseTargetType.CONTENT_TEXT) return 0;
  const model = view.getModel();
  if (!model) return 0;
  const start = model.getLineFirstNonWhitespaceColumn(position.lineNumber);
  const range = {
    startLineNumber: position.lineNumber,
    startColumn: start,
    endLineNumber: position.lineNumber,
    endColumn: start + MAX_KEY_UNITS,
  };
  const key = /^"(?:[^"\\]|\\.)*"(?=:)/.exec(model.getValueInRange(model.validateRange(range)))?.[0];
  const isOnKey = key !== undefined && position.column >= start && position.column <= start + key.length;
  return isOnKey ? position.lineNumber : 0;
}
