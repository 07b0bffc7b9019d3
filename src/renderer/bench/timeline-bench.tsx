import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '../styles/tokens.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { LABELS_WIDTH, LANES_TOP } from '../timeline/model/geometry';
import { TimelinePane } from '../timeline/timeline-pane';
import type { TimelineView } from '../timeline/timeline-view';
import { createScriptClock, percentile } from './script-time';
import { createSyntheticTimeline } from './synthetic-timeline';

/**
 * Drives the real timeline over a session of five million events: the wheel in and out at moving places, pans, and a jump
 * to everything. `rows` and `frames` come from the query string.
 */
interface BenchResult {
  rows: number;
  frames: number;
  /** Script of an animation frame in which the timeline was drawn, the wheel handler included. */
  scriptMs: { p50: number; p95: number; p99: number; max: number };
  /** The same, where events are drawn one by one and where bins are. */
  closeP95: number;
  denseP95: number;
  drawn: number;
}

declare global {
  interface Window {
    __benchResult?: unknown;
  }
}

const query = new URLSearchParams(window.location.search);
const ROWS = Number(query.get('rows') ?? 5_000_000);
const FRAMES = Number(query.get('frames') ?? 600);
/** In and out again, from everything down to a few events. */
const TURN = 120;

const clock = createScriptClock();

async function run(view: TimelineView): Promise<BenchResult> {
  while (view.scene.slice === null || view.scene.density === null) await clock.nextFrame();
  const { canvas } = view;
  const { width, height } = canvas.getBoundingClientRect();
  const [script, close, dense]: number[][] = [[], [], []];
  await clock.nextFrame();
  clock.take();
  for (let i = 0; i < FRAMES; i++) {
    const from = performance.now();
    const share = 0.1 + (0.8 * ((i * 37) % 100)) / 100;
    const place = {
      clientX: LABELS_WIDTH + (width - LABELS_WIDTH) * share,
      clientY: LANES_TOP + (height - LANES_TOP) * ((i * 17) % 100) * 0.01,
      bubbles: true,
      cancelable: true,
    };
    if (i % 10 === 9) canvas.dispatchEvent(new WheelEvent('wheel', { ...place, deltaX: 180 }));
    else {
      const deltaY = i % TURN < TURN / 2 ? -110 : 110;
      canvas.dispatchEvent(new WheelEvent('wheel', { ...place, deltaY }));
    }
    canvas.dispatchEvent(new PointerEvent('pointermove', place));
    const handled = performance.now() - from;
    await clock.nextFrame();
    const ms = handled + clock.take();
    script?.push(ms);
    (view.scene.slice?.points ? close : dense)?.push(ms);
  }
  return {
    rows: ROWS,
    frames: FRAMES,
    scriptMs: {
      p50: percentile(script ?? [], 0.5),
      p95: percentile(script ?? [], 0.95),
      p99: percentile(script ?? [], 0.99),
      max: percentile(script ?? [], 1),
    },
    closeP95: percentile(close ?? [], 0.95),
    denseP95: percentile(dense ?? [], 0.95),
    drawn: script?.length ?? 0,
  };
}

let started = false;
function start(view: TimelineView | null): void {
  if (!view || started) return;
  started = true;
  void run(view).then((result) => {
    window.__benchResult = result;
  });
}

const root = document.getElementById('root');
if (root) {
  const source = createSyntheticTimeline(ROWS);
  root.style.height = '480px';
  createRoot(root).render(
    <TimelinePane
      source={source}
      revision="whole"
      firstTime={0}
      stopped={false}
      selected={null}
      others={[]}
      hits="text"
      onSelect={() => {}}
      onToList={() => {}}
      onFilterRange={null}
      onView={start}
    />,
  );
}
