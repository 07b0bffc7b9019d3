import type { TimelineAxis, TimelineGap, TimelineOutline, TimelineSlice } from '../../ipc/engine-contract';
import { densityOf } from './draw/density';
import { type ByLane, drawTimeline, groupByLane } from './draw/draw-timeline';
import { onThemeChange, type Palette, readPalette } from './draw/palette';
import type { Scene } from './draw/scene';
import { createTimelineData, type TimelineData } from './feed/timeline-data';
import type { TimelineSource } from './feed/timeline-source';
import { type FramePlace, firstFrameIn, placeInSlice } from './model/events';
import { fromX, LANES_TOP, plotOf } from './model/geometry';
import { gapAt, type Hit, hitAt } from './model/hit-test';
import { firstRows, type LaneRows, lanesHeight, layOutLanes, learnRows } from './model/lane-layout';
import {
  CLOSEST,
  fitted,
  grownView,
  panBy,
  panToShow,
  type Stretch,
  same,
  wholeOf,
  within,
  zoomAt,
} from './model/view-window';
import { hoverFacts, rangeFacts, sameFacts, type TimelineFacts } from './timeline-facts';
import { type HoverFacts, sentenceOf } from './words';

/** What a frame is known by where no slice holds it. */
export interface GivenPlace {
  frame: number;
  time: number | null;
  offset: number | null;
  agent: number;
}

export interface TimelineHost {
  onSelect(frame: number): void;
  onFacts(facts: TimelineFacts): void;
}

const EMPTY: ByLane = { spans: new Map(), points: new Map() };
const NO_VIEW: Stretch = { from: 0, to: 1 };

/**
 * The picture on the canvas and what can be done with it. Draws once an animation frame, and only after something changed;
 * what it draws is the newest slice that it has, moved to where the view is now.
 */
export class TimelineView {
  readonly canvas: HTMLCanvasElement;
  readonly #host: TimelineHost;
  #palette: Palette | null = null;
  #data: TimelineData | null = null;
  #byLane: ByLane = EMPTY;
  #rows: LaneRows = new Map();
  #wantedAxis: TimelineAxis = 'time';
  #given: { selected: GivenPlace | null; others: readonly GivenPlace[] } = { selected: null, others: [] };
  #panTo: number | null = null;
  #viewKnown = false;
  #draw = 0;
  #facts: TimelineFacts | null = null;
  #said = '';
  #failed = false;
  #firstTime: number | null = null;
  #outline: TimelineOutline | null = null;
  readonly #endThemes: () => void;

  scene: Scene = {
    size: { width: 0, height: 0, controls: 150 },
    axis: 'time',
    view: NO_VIEW,
    whole: NO_VIEW,
    zero: 0,
    outline: {
      rows: 0,
      extents: { time: null, order: [0, 1], bytes: [0, 1] },
      times: { own: 0, arrival: 0, inherited: 0, none: 0 },
      lanes: [],
      lanesLeftOff: 0,
      gaps: [],
      gapsLeftOff: 0,
    },
    slice: null,
    first: new Map(),
    overview: null,
    density: null,
    boxes: [],
    scroll: 0,
    marked: { selected: null, others: [] },
    range: null,
    cursor: null,
    focusLane: null,
  };

  constructor(canvas: HTMLCanvasElement, host: TimelineHost) {
    this.canvas = canvas;
    this.#host = host;
    this.#endThemes = onThemeChange(() => {
      this.#palette = null;
      this.change({});
    });
  }

  destroy(): void {
    this.#endThemes();
    this.#data?.stop();
    cancelAnimationFrame(this.#draw);
  }

  /** Another session, or another engine behind the same one. */
  setSource(source: TimelineSource | null): void {
    this.#data?.stop();
    this.#data = source && createTimelineData(source, this.#dataHost());
    this.#failed = false;
    this.#data?.touch();
  }

  #dataHost() {
    return {
      outlineCame: (outline: TimelineOutline) => this.#outlineCame(outline),
      sliceCame: (slice: TimelineSlice) => this.#sliceCame(slice),
      overviewCame: (overview: TimelineSlice) => {
        this.#learn(overview);
        this.change({ overview, density: densityOf(overview) });
      },
      failed: () => {
        this.#failed = true;
        this.change({});
      },
    };
  }

  /** The file has grown, or was read further. */
  touch(firstTime: number | null): void {
    this.#firstTime = firstTime;
    this.#data?.touch();
  }

  search(expression: string | null): void {
    this.#data?.search(expression);
    this.#askOverview();
    this.change({});
  }

  #outlineCame(outline: TimelineOutline): void {
    this.#outline = outline;
    this.#failed = false;
    this.#applyAxis();
    this.#askOverview();
  }

  setAxis(axis: TimelineAxis): void {
    if (axis === this.#wantedAxis) return;
    this.#wantedAxis = axis;
    this.#applyAxis();
    this.#askOverview();
  }

  /** The axis that can be shown, and what of it is in view. */
  #applyAxis(): void {
    const outline = this.#outline;
    if (!outline) return;
    const axis = this.#wantedAxis === 'time' && !outline.extents.time ? 'order' : this.#wantedAxis;
    const extent = outline.extents[axis] ?? [0, 1];
    const whole = wholeOf(extent, axis);
    const before = this.scene;
    const turned = axis !== before.axis || !this.#viewKnown;
    const view = turned ? whole : grownView(before.view, before.whole, whole, CLOSEST[axis]);
    this.#viewKnown = true;
    const boxes = layOutLanes(outline.lanes, this.#rows);
    const zero = axis === 'time' ? (this.#firstTime ?? extent[0]) : 0;
    this.change({
      outline,
      axis,
      whole,
      view,
      zero,
      boxes,
      ...(turned && { slice: null, overview: null, density: null, range: null, cursor: null }),
    });
    if (turned) this.#byLane = EMPTY;
    this.#mark(false);
  }

  #askOverview(): void {
    const { axis, outline } = this.scene;
    const extent = outline.extents[axis];
    if (!this.#outline || !extent) return;
    this.#data?.overview(axis, { from: extent[0], to: Math.max(extent[1], extent[0] + 1) }, outline.lanes);
  }

  #sliceCame(slice: TimelineSlice): void {
    if (slice.axis !== this.scene.axis) return;
    this.#byLane = groupByLane(slice);
    this.#learn(slice);
    this.change({ slice, first: firstRows(slice.spans ?? []) });
    this.#mark(false);
  }

  #learn({ spans }: TimelineSlice): void {
    const { lanes } = this.scene.outline;
    if (spans && learnRows(this.#rows, lanes, spans)) this.change({ boxes: layOutLanes(lanes, this.#rows) });
  }

  /** Shows another selection; when it was made elsewhere the view goes along as far as needed. */
  setSelection(selected: GivenPlace | null, others: readonly GivenPlace[], follow: boolean): void {
    const other = selected?.frame !== this.#given.selected?.frame;
    this.#given = { selected, others };
    if (other) this.#panTo = follow ? (selected?.frame ?? null) : null;
    this.#mark(other);
  }

  #mark(fresh: boolean): void {
    const { selected, others } = this.#given;
    const marked = {
      selected: selected && this.#placeOf(selected),
      others: others.map((one) => this.#placeOf(one)).filter((place) => place !== null),
    };
    if (fresh || JSON.stringify(marked) !== JSON.stringify(this.scene.marked)) this.change({ marked });
    if (this.#panTo === null || this.#panTo !== marked.selected?.frame || !this.#viewKnown) return;
    this.#panTo = null;
    const { view, whole, axis } = this.scene;
    this.moveTo(panToShow(view, marked.selected.at, whole, CLOSEST[axis]));
  }

  #placeOf(given: GivenPlace): FramePlace | null {
    const { axis, slice, outline } = this.scene;
    const found = slice?.axis === axis ? placeInSlice(slice, given.frame) : null;
    if (found) return found;
    const lane =
      outline.lanes.find(({ kind, agent }) =>
        given.agent > 0 ? kind === 'agent' && agent === given.agent : kind === 'main',
      )?.id ?? null;
    const at = axis === 'order' ? given.frame - 1 : axis === 'time' ? given.time : given.offset;
    return at === null ? null : { frame: given.frame, at, lane };
  }

  /** Changes what is drawn, with the next animation frame. */
  change(part: Partial<Scene>): void {
    Object.assign(this.scene, part);
    if (this.#draw === 0) this.#draw = requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow(): void {
    this.#draw = 0;
    const { scene, canvas } = this;
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(scene.size.width * scale), Math.round(scene.size.height * scale)];
    if (width === 0 || height === 0) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const g = canvas.getContext('2d', { alpha: false });
    if (!g) return;
    this.#palette ??= readPalette(canvas.parentElement ?? document.body);
    scene.scroll = Math.min(scene.scroll, this.mostScroll());
    g.setTransform(scale, 0, 0, scale, 0, 0);
    drawTimeline(g, scene, this.#byLane, this.#palette);
    this.#want();
    this.#tell();
  }

  #want(): void {
    if (!this.#outline) return;
    const { axis, view, whole, size } = this.scene;
    const { left, right } = plotOf(size);
    this.#data?.want({ axis, view, whole, widthPx: right - left, lanes: this.#lanesInView() });
  }

  /** All lanes when one request holds them; else those on screen with some around them. */
  #lanesInView(): string[] {
    const { boxes, scroll } = this.scene;
    if (boxes.length <= 64) return boxes.map(({ lane }) => lane.id);
    const first = Math.max(
      0,
      boxes.findIndex(({ top, height }) => top + height > scroll),
    );
    const from = Math.max(0, Math.min(Math.floor(first / 16) * 16 - 8, boxes.length - 64));
    return boxes.slice(from, from + 64).map(({ lane }) => lane.id);
  }

  #tell(): void {
    const { scene } = this;
    const facts: TimelineFacts = {
      axis: scene.axis,
      outline: this.#outline,
      naturalHeight: LANES_TOP + lanesHeight(scene.boxes, scene.outline),
      hover: hoverFacts(scene, scene.cursor && this.hitAt(scene.cursor.x, scene.cursor.y)),
      range: rangeFacts(scene),
      said: this.#said,
      zero: scene.zero,
      failed: this.#failed,
    };
    if (this.#facts && sameFacts(facts, this.#facts)) return;
    this.#facts = facts;
    this.#host.onFacts(facts);
  }

  /** What is at a point of the canvas. */
  hitAt(x: number, y: number): Hit | null {
    const { slice, boxes, first, view, size, scroll } = this.scene;
    if (y < LANES_TOP) return null;
    return hitAt({ slice, boxes, first, view, plot: plotOf(size) }, x, y - LANES_TOP + scroll);
  }

  gapAt(x: number): TimelineGap | null {
    const { axis, outline, view, size } = this.scene;
    return axis === 'time' ? gapAt(outline.gaps, fromX(plotOf(size), view, x)) : null;
  }

  placeAt(x: number): number {
    return fromX(plotOf(this.scene.size), this.scene.view, x);
  }

  moveTo(view: Stretch): void {
    const { whole, axis } = this.scene;
    const next = within(view, whole, CLOSEST[axis]);
    if (!same(next, this.scene.view)) this.change({ view: next });
  }

  zoom(factor: number, at: number): void {
    const { view, whole, axis } = this.scene;
    this.moveTo(zoomAt(view, at, factor, whole, CLOSEST[axis]));
  }

  pan(by: number): void {
    const { view, whole, axis } = this.scene;
    this.moveTo(panBy(view, by, whole, CLOSEST[axis]));
  }

  fit(stretch: Stretch): void {
    const { whole, axis } = this.scene;
    this.moveTo(fitted(stretch, whole, CLOSEST[axis]));
  }

  mostScroll(): number {
    const { boxes, outline, size } = this.scene;
    return Math.max(0, lanesHeight(boxes, outline) - (size.height - LANES_TOP));
  }

  scrollLanes(by: number): void {
    const scroll = Math.min(this.mostScroll(), Math.max(0, this.scene.scroll + by));
    if (scroll !== this.scene.scroll) this.change({ scroll });
  }

  /** The lane that the keys walk on. */
  walkLane(): string | null {
    const { focusLane, marked, boxes } = this.scene;
    const known = (id: string | null | undefined) => boxes.find(({ lane }) => lane.id === id)?.lane.id;
    return known(focusLane) ?? known(marked.selected?.lane) ?? boxes[0]?.lane.id ?? null;
  }

  select(frame: number): void {
    this.#host.onSelect(frame);
  }

  /** Goes to a frame of a bin: the first that failed, else the first; comes closer while there are too many of them. */
  async enterBin(hit: Extract<Hit, { kind: 'bin' }>): Promise<void> {
    const { axis } = this.scene;
    const { from, to, box } = hit;
    try {
      const peeked = await this.#data?.peek({ axis, from, to, lanes: [box.lane.id] });
      if (!peeked || this.scene.axis !== axis) return;
      const frame = firstFrameIn(peeked);
      if (frame !== null) {
        this.select(frame);
        return;
      }
      this.moveTo({ from: from - (to - from) * 20, to: to + (to - from) * 20 });
    } catch {
      // A stopped engine is told of by the shell.
    }
  }

  say(facts: HoverFacts): void {
    this.sayWords(sentenceOf(facts));
  }

  sayWords(words: string): void {
    this.#said = words;
    this.change({});
  }
}
