import { createGrowingRows } from './growing-rows';
import { createRowNode, type RowNode, rowId } from './row-node';
import type { RowSource } from './row-source';
import {
  clamp,
  fromTrack,
  type Geometry,
  maxScroll,
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
  /** While it sticks to the end, rows that come scroll into view; the reader's own scrolling up ends it. */
  stick(on: boolean): void;
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
  /** The reader scrolled by themselves, by wheel or thumb; "end": down to the last row. */
  onScrolled?(where: 'up' | 'down' | 'end'): void;
  /** The last row is in view, so that the reader has seen this many frames. */
  onSeen?(frames: number): void;
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
  let sticks = false;
  let seen = 0;

  function schedule(): void {
    if (scheduled === 0) scheduled = requestAnimationFrame(draw);
  }

  const growth = createGrowingRows(schedule);
  const endOf = (g: Geometry) => clamp({ row: g.rows, offset: 0 }, g);
  const placeIn = (g: Geometry) => (sticks ? endOf(g) : clamp(place, g));

  function rowsToShow(viewport: number, atOnce: boolean): number {
    if (!source) return 0;
    return growth.take(
      source,
      geometry.rows,
      (rows) => {
        const next = { rows, rowHeight: ROW_HEIGHT, viewport };
        return visibleRows(placeIn(next), next);
      },
      atOnce,
    );
  }

  function measure(atOnce = false): void {
    const viewport = Math.max(0, height - HEAD_HEIGHT);
    const rows = rowsToShow(viewport, atOnce);
    if (rows === geometry.rows && viewport === geometry.viewport) return;
    const count = Math.ceil(viewport / ROW_HEIGHT) + 1;
    const shorter = rows < geometry.rows;
    if (rows !== geometry.rows) {
      element.setAttribute('aria-rowcount', String(rows));
      element.style.setProperty('--fl-number', `${Math.max(44, String(rows).length * DIGIT_WIDTH + 6)}px`);
    }
    geometry = { rows, rowHeight: ROW_HEIGHT, viewport };
    spacer.style.height = `${trackHeight(geometry)}px`;
    layer.style.height = `${viewport}px`;
    // The browser moves the thumb of a list that has become shorter by itself: that is no scrolling of the reader.
    if (shorter) ownTrack = element.scrollTop;
    while (pool.length < count) pool.push(createRowNode(sheet, listId));
    for (const node of pool.splice(count)) node.element.remove();
    for (const node of pool) node.hide();
    go(placeIn(geometry));
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
    if (!source) return;
    growth.note(source);
    drawRows(source);
  }

  function drawRows(from: RowSource): void {
    const { first, last } = visibleRows(place, geometry);
    const wanted = growth.held ?? { first, last };
    const reading = selected === null ? null : from.positionOf(selected);
    from.ensure(
      Math.max(1, wanted.first + 1 - MARGIN_ROWS),
      Math.min(from.total, wanted.last + 1 + MARGIN_ROWS),
      reading,
    );
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
        fresh: frame !== null && growth.isFresh(frame),
      });
    }
    setActive(active);
    if (last === from.total - 1 && from.frames !== seen) {
      seen = from.frames;
      events.onSeen?.(seen);
    }
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
    if (element.clientHeight !== height) {
      resized();
      return;
    }
    const before = place;
    place = fromTrack(track, geometry);
    ownTrack = Math.round(toTrack(place, geometry));
    schedule();
    tellScrolled(before);
  }

  const samePlace = (a: Place, b: Place) => a.row === b.row && a.offset === b.offset;

  function tellScrolled(before: Place): void {
    if (maxScroll(geometry) === 0) return;
    const up = place.row < before.row || (place.row === before.row && place.offset < before.offset);
    if (up) sticks = false;
    const atEnd = samePlace(place, endOf(geometry));
    events.onScrolled?.(up ? 'up' : atEnd ? 'end' : 'down');
  }

  function onWheel(event: WheelEvent): void {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_DELTA : event.deltaMode === 2 ? geometry.viewport : 1;
    const before = place;
    go(moveBy(place, event.deltaY * unit, geometry));
    tellScrolled(before);
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
  /** The browser may have moved the thumb of a list of another height by itself: that is no scrolling of the reader. */
  function resized(): void {
    height = element.clientHeight;
    ownTrack = element.scrollTop;
    schedule();
  }

  const observer = new ResizeObserver(() => {
    resized();
    element.classList.toggle('narrow', element.clientWidth < NARROW_PX);
    element.classList.toggle('tight', element.clientWidth < TIGHT_PX);
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
      sticks = false;
      seen = 0;
      growth.reset(next);
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
      measure(true);
      const next = reveal(position - 1, place, geometry, align);
      if (sticks && !samePlace(next, endOf(geometry))) {
        sticks = false;
        events.onScrolled?.('up');
      }
      go(next);
    },
    stick(on) {
      sticks = on;
      if (on) go(endOf(geometry));
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
