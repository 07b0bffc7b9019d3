import type { Row } from '../../ipc/engine-contract';
import { caretNotation, hasTerminalCodes, stripTerminalCodes } from '../text/ansi-text';
import { formatBytes, formatCount, formatExactClock, formatRelative } from '../text/format';
import { foldLabel } from './fold-label';
import { kindText } from './kind-text';

/**
 * One pooled row of the list. Its elements are made once; filling it changes text nodes and class names
 * only, and only where they differ, so that a draw costs far less than rendering rows again.
 */
export interface RowNode {
  readonly element: HTMLElement;
  place(y: number): void;
  fill(state: RowState): void;
  hide(): void;
}

export interface RowState {
  /** Its place in the list, from 1. */
  position: number;
  /** null while that is not known. */
  frame: number | null;
  row: Row | undefined;
  firstTime: number | null;
  selected: boolean;
  linked: boolean;
  /** It came a moment ago, while the file is written. */
  fresh: boolean;
}

export function rowId(listId: string, position: number): string {
  return `${listId}-${position}`;
}

class Cell {
  readonly element: HTMLElement;
  private readonly node = document.createTextNode('');
  private className: string;

  constructor(parent: HTMLElement, tag: string, className: string) {
    this.element = document.createElement(tag);
    this.element.className = this.className = className;
    this.element.append(this.node);
    parent.append(this.element);
  }

  text(value: string): void {
    if (this.node.data !== value) this.node.data = value;
  }

  classes(value: string): void {
    if (this.className === value) return;
    this.className = this.element.className = value;
  }
}

function gridCell(parent: HTMLElement, className: string): HTMLElement {
  const cell = document.createElement('span');
  cell.className = className;
  cell.setAttribute('role', 'gridcell');
  parent.append(cell);
  return cell;
}

interface Mark {
  glyph: string;
  tone: string;
  says: string;
}

function marksOf(row: Row): Mark[] {
  const marks: Mark[] = [];
  if (row.offBranch) marks.push({ glyph: '⎇', tone: '', says: 'off the current branch' });
  if (row.calls > 0) marks.push({ glyph: '↘', tone: '', says: 'tool call' });
  if (row.results > 0) marks.push({ glyph: '↗', tone: '', says: 'tool result' });
  if (row.unlinked) marks.push({ glyph: '▲', tone: 'warn', says: 'without its other end' });
  if (row.error) marks.push({ glyph: '■', tone: 'err', says: 'error' });
  if (row.replay) marks.push({ glyph: '↻', tone: '', says: 'replayed frame' });
  return marks;
}

function timeOf(row: Row, firstTime: number | null): string {
  if (row.time === null || row.timeSource === 'none') return '';
  const relative = formatRelative(row.time - (firstTime ?? row.time));
  return row.timeSource === 'inherited' ? `~${relative}` : relative;
}

/** One line of text: terminal codes are left out, but in a piece that is no frame every byte stays visible. */
function shownSummary({ summary, unparsed }: Row): string {
  if (!hasTerminalCodes(summary)) return summary;
  if (!unparsed) return stripTerminalCodes(summary);
  return caretNotation(summary);
}

/** Exact while it fits the column. */
const shownBytes = (bytes: number) => (bytes < 1_000_000 ? formatCount(bytes) : formatBytes(bytes));

const TIME_CLASSES: Record<Row['timeSource'], string> = {
  own: 'fl-time mono',
  arrival: 'fl-time mono arrived',
  inherited: 'fl-time mono inf',
  none: 'fl-time mono',
};

/** When a frame came that states no time of its own. */
export function arrivalWords(time: number | null): string {
  const clock = time === null ? '' : formatExactClock(time);
  return clock === '' ? '' : `Arrived at ${clock}. The frame itself states no time.`;
}

const MAX_MARKS = 3;
const MAX_INDENT = 5;
const NO_KIND = { kind: '', lane: '', detail: '', whole: '' };

export function createRowNode(parent: HTMLElement, listId: string): RowNode {
  const element = document.createElement('div');
  element.className = 'fl-row';
  element.setAttribute('role', 'row');
  element.hidden = true;
  const number = new Cell(gridCell(element, 'fl-num mono'), 'span', '');
  const time = new Cell(gridCell(element, 'fl-cell'), 'span', 'fl-time mono');
  const kindCell = gridCell(element, 'fl-kind');
  const bar = document.createElement('i');
  bar.className = 'bar-mark';
  kindCell.append(bar);
  const fold = new Cell(kindCell, 'span', 'fl-fold');
  fold.element.setAttribute('aria-hidden', 'true');
  const kind = new Cell(kindCell, 'span', '');
  const lane = new Cell(kindCell, 'span', 'fl-lane');
  const sub = new Cell(kindCell, 'span', 'fl-sub');
  const marksCell = gridCell(element, 'fl-marks');
  const marks = Array.from({ length: MAX_MARKS }, () => new Cell(marksCell, 'span', ''));
  const sumCell = gridCell(element, 'fl-sum');
  const strong = new Cell(sumCell, 'b', '');
  const summary = new Cell(sumCell, 'span', '');
  const bytes = new Cell(gridCell(element, 'fl-bytes mono'), 'span', '');
  parent.append(element);

  let shown: RowState | null = null;
  let y = Number.NaN;
  let look = '';
  let className = '';
  let kindTitle = '';
  let folding: Row['fold'] = 'none';
  let depth = 1;
  let numberTitle = '';
  let timeTitle = '';

  /** A stream beside the output has a hue and a shape of its own, whatever its lines are. */
  function setLook(row: Row | undefined): void {
    const next = row ? (row.stream ?? row.family) : '';
    if (next === look) return;
    look = next;
    bar.className = row?.stream ? `bar-mark ${row.stream}` : 'bar-mark';
    bar.style.background = next ? `var(--k-${next})` : 'transparent';
  }

  function classesOf({ position, row, selected, linked, fresh }: RowState): string {
    let names = position % 2 === 0 ? 'fl-row even' : 'fl-row';
    if (!row) names += ' waiting';
    else {
      if (row.unparsed) names += ' unparsed';
      if (row.error) names += ' err';
      if (row.agent > 0) names += ' agent';
      if (row.offBranch) names += ' off';
      if (row.hit) names += ' hit';
      if (row.beginsFile) names += ' begins';
      if (row.fold === 'inside') names += ' inside';
      if (row.stream) names += ` ${row.stream}`;
    }
    if (selected) names += ' sel';
    else if (linked) names += ' peer';
    else if (fresh) names += ' fresh';
    return names;
  }

  function fillMarks(row: Row | undefined): void {
    const list = row ? marksOf(row) : [];
    if (marksCell.title !== '' || list.length > 0) {
      const says = list.map((mark) => mark.says).join(', ');
      if (marksCell.title !== says) marksCell.title = says;
    }
    for (let i = 0; i < MAX_MARKS; i++) {
      marks[i]?.text(list[i]?.glyph ?? '');
      marks[i]?.classes(list[i]?.tone ?? '');
    }
  }

  function setFold(next: Row['fold']): void {
    if (next === folding) return;
    folding = next;
    fold.text(next === 'closed' ? '▸' : next === 'open' ? '▾' : '');
    if (next === 'closed' || next === 'open') element.setAttribute('aria-expanded', String(next === 'open'));
    else element.removeAttribute('aria-expanded');
    element.setAttribute('aria-level', next === 'inside' ? '2' : '1');
  }

  /** Subagents that others called stand further in. */
  function setDepth(row: Row | undefined): void {
    const next = Math.max(1, Math.min(MAX_INDENT, row?.agentDepth ?? 1));
    if (next === depth) return;
    depth = next;
    kindCell.style.setProperty('--fl-depth', String(next));
  }

  /** Lines are counted anew in each file. */
  function setPlace(row: Row | undefined): void {
    const title = row?.file ? `Line ${formatCount(row.line)} of ${row.file}` : '';
    if (title !== numberTitle) number.element.title = numberTitle = title;
  }

  function fillContent(row: Row | undefined, firstTime: number | null): void {
    setLook(row);
    time.text(row ? timeOf(row, firstTime) : '');
    time.classes(TIME_CLASSES[row?.timeSource ?? 'none']);
    const came = row?.timeSource === 'arrival' ? arrivalWords(row.time) : '';
    if (timeTitle !== came) time.element.title = timeTitle = came;
    const words = row ? kindText(row) : NO_KIND;
    kind.text(words.kind);
    lane.text(words.lane);
    sub.text(words.lane !== '' && words.detail !== '' ? `· ${words.detail}` : words.detail);
    if (kindTitle !== words.whole) kindCell.title = kindTitle = words.whole;
    fillMarks(row);
    setFold(row?.fold ?? 'none');
    setDepth(row);
    setPlace(row);
    const strongText = row ? (foldLabel(row) ?? row.strong) : '';
    // Said by the list where the text does not fit, and only when somebody points at it.
    if (sumCell.hasAttribute('title')) sumCell.removeAttribute('title');
    strong.text(strongText ? `${strongText} ` : '');
    summary.text(row ? shownSummary(row) : '');
    summary.classes(row?.unparsed || row?.stream === 'stderr' ? 'mono' : '');
    bytes.text(row ? shownBytes(row.bytes) : '');
  }

  return {
    element,
    place(next) {
      if (next === y) return;
      y = next;
      element.style.transform = `translateY(${next}px)`;
    },
    fill(state) {
      const same = shown?.position === state.position;
      if (!same) {
        element.id = rowId(listId, state.position);
        element.setAttribute('aria-rowindex', String(state.position));
      }
      if (!same || shown?.frame !== state.frame) number.text(state.frame === null ? '' : String(state.frame));
      if (!same || shown?.row !== state.row || shown?.firstTime !== state.firstTime) {
        fillContent(state.row, state.firstTime);
      }
      if (!same || shown?.selected !== state.selected) {
        element.setAttribute('aria-selected', state.selected ? 'true' : 'false');
      }
      const names = classesOf(state);
      if (names !== className) element.className = className = names;
      if (!shown) element.hidden = false;
      shown = state;
    },
    hide() {
      if (!shown) return;
      shown = null;
      element.hidden = true;
      element.removeAttribute('id');
      element.removeAttribute('aria-rowindex');
    },
  };
}
