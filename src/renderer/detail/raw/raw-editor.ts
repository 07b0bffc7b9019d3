import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/unicodeHighlighter/register';
import { editor, type IRange } from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import { createMarkLayer, type MarkLayer } from '../fields/mark-layer';
import { themeFromTokens } from './raw-theme';
import { markSeparators } from './separator-marks';

/**
 * The one editor of the window. It is made at first use, moved into whichever pane shows raw text, and only
 * its model changes; a model lives as long as its text is on screen. Loaded lazily: nothing else may import
 * this module but by `import()`.
 */

// Only colours are wanted of the JSON language. With everything else off, its worker never starts.
jsonDefaults.setModeConfiguration({ tokens: true });
jsonDefaults.setDiagnosticsOptions({ validate: false });

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

const MAX_FOLDING_UNITS = 256 * 1024;
const THEME = 'framescope';
const FONT_SIZE = 11.5;
/** The 75 characters of a hex line fit a pane of 470 pixels: 6 pixels each. */
const DENSE_FONT_SIZE = 10.5;
const DENSE_SPACING = -0.3;
/** Beside the line numbers: marks, and the arrows that fold get 16 more. */
const DECORATIONS_WIDTH = 20;
const DENSE_DECORATIONS_WIDTH = 6;

export interface ShowOptions {
  language: 'json' | 'plaintext';
  lineNumbers: boolean;
  wrap: boolean;
  /** Lines of one length that should be seen whole: smaller, and nothing beside them. */
  dense: boolean;
}

export interface RawEditor {
  attach(parent: HTMLElement): void;
  show(text: string, options: ShowOptions): void;
  setWrap(wrap: boolean): void;
  /** Marks the units [from, to) of the text, and shows the first of them: from, to, from, to, … */
  setMatches(ranges: readonly number[]): void;
  /** Gives the text back; the editor stays for the next one. */
  clear(): void;
  refreshTheme(): void;
  /** The marks beside the keys of the text that is shown. */
  readonly marks: MarkLayer;
  focus(): void;
}

let signature = '';

function refreshTheme(): void {
  const theme = themeFromTokens();
  if (theme.signature === signature) return;
  signature = theme.signature;
  editor.defineTheme(THEME, theme.data);
  editor.setTheme(THEME);
}

function createRawEditor(): RawEditor {
  refreshTheme();
  const host = document.createElement('div');
  host.className = 'raw-editor';
  const view = editor.create(host, {
    model: null,
    readOnly: true,
    domReadOnly: true,
    theme: THEME,
    ariaLabel: 'Raw text of the frame',
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: FONT_SIZE,
    lineHeight: 19,
    fontLigatures: false,
    minimap: { enabled: false },
    stickyScroll: { enabled: false },
    wordWrap: 'off',
    wrappingStrategy: 'simple',
    scrollBeyondLastLine: false,
    automaticLayout: true,
    renderControlCharacters: true,
    renderWhitespace: 'none',
    renderLineHighlight: 'line',
    unusualLineTerminators: 'off',
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
    links: false,
    contextmenu: false,
    colorDecorators: false,
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    glyphMargin: false,
    lineDecorationsWidth: DECORATIONS_WIDTH,
    lineNumbersMinChars: 4,
    // The bar at the bottom lies over the text: the last line can be scrolled clear of it.
    padding: { top: 6, bottom: 16 },
    largeFileOptimizations: true,
    maxTokenizationLineLength: 20_000,
    // No line is longer than a page of the text, and long ones are wrapped (raw-text.ts): all are drawn whole.
    stopRenderingLineAfter: -1,
    guides: { indentation: true, bracketPairs: false },
    scrollbar: { verticalScrollbarSize: 12, horizontalScrollbarSize: 12, useShadows: false },
    tabFocusMode: true,
  });

  const marks = createMarkLayer(view);
  const matches = view.createDecorationsCollection();
  const clear = () => {
    const model = view.getModel();
    view.setModel(null);
    model?.dispose();
  };
  return {
    attach: (parent) => parent.append(host),
    show(text, { language, lineNumbers, wrap, dense }) {
      clear();
      view.updateOptions({
        folding: text.length <= MAX_FOLDING_UNITS && !dense,
        fontSize: dense ? DENSE_FONT_SIZE : FONT_SIZE,
        letterSpacing: dense ? DENSE_SPACING : 0,
        lineDecorationsWidth: dense ? DENSE_DECORATIONS_WIDTH : DECORATIONS_WIDTH,
        scrollBeyondLastColumn: dense ? 0 : 4,
        lineNumbers: lineNumbers ? 'on' : 'off',
        wordWrap: wrap ? 'on' : 'off',
      });
      const model = editor.createModel(text, language);
      colourBracketsAlike(model);
      markSeparators(model);
      view.setModel(model);
      view.setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
    },
    setWrap(wrap) {
      view.updateOptions({ wordWrap: wrap ? 'on' : 'off' });
      // Any option of the editor sets those of its model back.
      const model = view.getModel();
      if (model !== null) colourBracketsAlike(model);
    },
    setMatches(ranges) {
      const model = view.getModel();
      if (model === null) return;
      const found = matchDecorations(model, ranges);
      matches.set(found);
      const first = found[0]?.range;
      if (first !== undefined) view.revealRangeInCenterIfOutsideViewport(first);
    },
    clear,
    refreshTheme,
    marks,
    focus: () => view.focus(),
  };
}

/** More marks than these stall the editor. */
const MAX_MATCHES = 2000;

function matchDecorations(
  model: editor.ITextModel,
  ranges: readonly number[],
): { range: IRange; options: editor.IModelDecorationOptions }[] {
  return Array.from({ length: Math.min(MAX_MATCHES, ranges.length / 2) }, (_, k) => {
    const from = model.getPositionAt(ranges[k * 2] as number);
    const to = model.getPositionAt(ranges[k * 2 + 1] as number);
    const range = {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    };
    return { range, options: { className: 'find-match', stickiness: 1 } };
  });
}

/** Brackets keep the one colour of punctuation; this is an option of the model, not of the editor. */
function colourBracketsAlike(model: editor.ITextModel): void {
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
}

let only: RawEditor | null = null;

export function rawEditor(): RawEditor {
  only ??= createRawEditor();
  return only;
}
