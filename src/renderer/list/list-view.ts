import { createRowNode, type RowNode, rowId } from './row-node';
import type { RowSource } from './row-source';
import {
  clamp,
  fromTrack,
  type Geometry,
  moveBy,
  type Place,
  reveal,
  TOP,
  toTrack,
  trackHeight,
  visibleRows,
} from './scroll-map';

/** Must agree with --row and --head in tokens.css. */
export const ROW_HEIGHT = 24;
const HEAD_HEIGHT = 22;
/** Rows beyond the screen that are asked for as well. */
const MARGIN_ROWS = 20;
const LINE_DELTA = ROW_HEIGHT * 3;
/** Beyond this the sheet starts anew, so that its rows stay at small offsets. */
const MAX_ANCHOR_ROWS = 4000;
const VISIBLE_PX = 0.5;
const SETTLE_MS = 100;
const DIGIT_WIDTH = 7;
/** Below this width the kind column gives room to the summary. */
const NARROW_PX = 820;
/** And below this one the bytes column goes as well. */
const TIGHT_PX = 560;

export interface ListView {
  readonly element: HTMLElement;
  setSource(source: RowSource, place: Place | undefined): void;
  setSelection(frame: number | null, linked: ReadonlySet<number>): void;
  reveal(position: number, align?: 'nearest' | 'center'): void;
  scrollBy(pixels: number): void;
  place(): Place;
  /** Whole rows that fit on the screen: what PageDown moves by. */
  pageRows(): number;
  focus(): void;
  destroy(): void;
}

export interface ListEvents {
  onSelect(frame: number): void;
  onOpen(frame: number): void;
  /** The mark of a folded or unfolded message was pressed. */
  onFold(frame: number, open: boolean): void;
}

const COLUMNS = [
  ['#', 'fl-num'],
  ['time', 'fl-time'],
  ['kind', ''],
  ['marks', 'unseen-text'],
  ['summary', ''],
  ['bytes', 'fl-bytes'],
] as const;

let nextListId = 1;

function buildHead(): HTMLElement {
  const head = document.createElement('div');
  head.className = 'fl-head';
  head.setAttribute('role', 'row');
  for (const [label, className] of COLUMNS) {
    const cell = document.createElement('span');
    cell.setAttribute('role', 'columnheader');
    cell.className = className;
    cell.textContent = label;
    head.append(cell);
  }
  return head;
}

function div(className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  return element;
}

export function createListView(host: HTMLElement, events: ListEvents): ListView {
  const listId = `frames-${nextListId++}`;

  const element = div('fl');
  element.tabIndex = 0;
  element.dataset.testid = 'frame-list';
  element.setAttribute('role', 'treegrid');
  element.setAttribute('aria-label', 'Frames');
  element.setAttribute('aria-readonly', 'true');
  const spacer = div('fl-spacer');
  const layer = div('fl-layer');
  const sheet = div('fl-sheet');
  sheet.setAttribute('role', 'rowgroup');
  layer.append(sheet);
  spacer.append(layer);
  element.append(buildHead(), spacer);
  host.append(element);

  let source: RowSource | null = null;
  let endSource = () => {};
  let geometry: Geometry = { rows: 0, rowHeight: ROW_HEIGHT, viewport: 0 };
  let place = TOP;
  /** The row at the top of the sheet that all rows lie on. */
  let anchor = 0;
  let selected: number | null = null;
  let linked: ReadonlySet<number> = new Set();
  const pool: RowNode[] = [];
  let scheduled = 0;
  let height = element.clientHeight;
  /** The native scroll offset that the list set itself: its scroll event says nothing new. */
  let ownTrack = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    if (scheduled === 0) scheduled = requestAnimationFrame(draw);
  }

  function measure(): void {
    const rows = source?.total ?? 0;
    const viewport = Math.max(0, height - HEAD_HEIGHT);
    if (rows === geometry.rows && viewport === geometry.viewport) return;
    const count = Math.ceil(viewport / ROW_HEIGHT) + 1;
    if (rows !== geometry.rows) {
      element.setAttribute('aria-rowcount', String(rows));
      element.style.setProperty('--fl-number', `${Math.max(44, String(rows).length * DIGIT_WIDTH + 6)}px`);
    }
    geometry = { rows, rowHeight: ROW_HEIGHT, viewport };
    spacer.style.height = `${trackHeight(geometry)}px`;
    layer.style.height = `${viewport}px`;
    while (pool.length < count) pool.push(createRowNode(sheet, listId));
    for (const node of pool.splice(count)) node.element.remove();
    for (const node of pool) node.hide();
    go(clamp(place, geometry));
  }

  function go(next: Place): void {
    place = next;
    schedule();
  }

  /**
   * Puts the native thumb where it belongs, before anything else of a draw, while the layout is clean. It is
   * the dearest part of a draw, so a move that nobody can see waits until the list stands still.
   */
  function moveThumb(settled = false): void {
    clearTimeout(settling);
    const track = Math.round(toTrack(place, geometry));
    if (track === ownTrack) return;
    const seen = (Math.abs(track - ownTrack) * geometry.viewport) / trackHeight(geometry);
    if (!settled && seen < VISIBLE_PX) {
      settling = setTimeout(moveThumb, SETTLE_MS, true);
      return;
    }
    ownTrack = track;
    element.scrollTop = track;
  }

  function draw(): void {
    scheduled = 0;
    measure();
    moveThumb();
    if (source) drawRows(source);
  }

  function drawRows(from: RowSource): void {
    const { first, last } = visibleRows(place, geometry);
    from.ensure(Math.max(1, first + 1 - MARGIN_ROWS), Math.min(geometry.rows, last + 1 + MARGIN_ROWS));
    if (Math.abs(first - anchor) > MAX_ANCHOR_ROWS) anchor = first;
    sheet.style.transform = `translateY(${(anchor - first) * ROW_HEIGHT - place.offset}px)`;
    const size = pool.length;
    let active: string | null = null;
    for (let slot = 0; slot < size; slot++) {
      const row = first + slot;
      // A row keeps its node and its place on the sheet while it is on screen: scrolling moves the sheet.
      const node = pool[row % size];
      if (!node) continue;
      if (row > last) {
        node.hide();
        continue;
      }
      const position = row + 1;
      const frame = from.frameAt(position);
      if (frame !== null && frame === selected) active = rowId(listId, position);
      node.place((row - anchor) * ROW_HEIGHT);
      node.fill({
        position,
        frame,
        row: from.get(position),
        firstTime: from.firstTime,
        selected: frame !== null && frame === selected,
        linked: frame !== null && linked.has(frame),
      });
    }
    setActive(active);
  }

  let activeId: string | null = null;
  function setActive(id: string | null): void {
    if (id === activeId) return;
    activeId = id;
    if (id) element.setAttribute('aria-activedescendant', id);
    else element.removeAttribute('aria-activedescendant');
  }

  function onScroll(): void {
    const track = element.scrollTop;
    // Browsers round scroll offsets to device pixels.
    if (Math.abs(track - ownTrack) < 1) return;
    place = fromTrack(track, geometry);
    ownTrack = Math.round(toTrack(place, geometry));
    schedule();
  }

  function onWheel(event: WheelEvent): void {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_DELTA : event.deltaMode === 2 ? geometry.viewport : 1;
    go(moveBy(place, event.deltaY * unit, geometry));
  }

  function positionAt(event: MouseEvent): number {
    return Number((event.target as Element).closest('.fl-row')?.getAttribute('aria-rowindex') ?? 0);
  }

  function frameAt(event: MouseEvent): number | null {
    const position = positionAt(event);
    return position > 0 ? (source?.frameAt(position) ?? null) : null;
  }

  function onMouseDown(event: MouseEvent): void {
    const frame = event.button === 0 || event.button === 2 ? frameAt(event) : null;
    if (frame === null) return;
    events.onSelect(frame);
    if (event.button !== 0 || !(event.target as Element).closest('.fl-fold')) return;
    const fold = source?.get(positionAt(event))?.fold;
    if (fold === 'closed' || fold === 'open') events.onFold(frame, fold === 'closed');
  }

  function onDoubleClick(event: MouseEvent): void {
    const frame = frameAt(event);
    if (frame !== null) events.onOpen(frame);
  }

  /** Nothing is measured while rows are drawn: the whole summary is said when the pointer comes to a cut one. */
  function onPointerOver(event: MouseEvent): void {
    const cell = (event.target as Element).closest<HTMLElement>('.fl-sum');
    if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  }

  element.addEventListener('mouseover', onPointerOver);
  element.addEventListener('scroll', onScroll, { passive: true });
  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('mousedown', onMouseDown);
  element.addEventListener('dblclick', onDoubleClick);
  const observer = new ResizeObserver(() => {
    height = element.clientHeight;
    element.classList.toggle('narrow', element.clientWidth < NARROW_PX);
    element.classList.toggle('tight', element.clientWidth < TIGHT_PX);
    schedule();
  });
  observer.observe(element);

  return {
    element,
    setSource(next, at) {
      endSource();
      source = next;
      place = at ?? TOP;
      // Measured again from nothing: another file may have as many rows.
      geometry = { ...geometry, rows: -1 };
      endSource = next.onChange(schedule);
      measure();
      schedule();
    },
    setSelection(frame, links) {
      selected = frame;
      linked = links;
      schedule();
    },
    reveal(position, align = 'nearest') {
      measure();
      go(reveal(position - 1, place, geometry, align));
    },
    scrollBy: (pixels) => go(moveBy(place, pixels, geometry)),
    place: () => place,
    pageRows: () => Math.max(1, Math.floor(geometry.viewport / ROW_HEIGHT) - 1),
    focus: () => element.focus({ preventScroll: true }),
    destroy() {
      cancelAnimationFrame(scheduled);
      clearTimeout(settling);
      endSource();
      observer.disconnect();
      element.remove();
    },
  };
}
