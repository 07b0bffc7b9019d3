import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '../styles/tokens.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { FrameList } from '../list/frame-list';
import type { ListView } from '../list/list-view';
import { createScriptClock, percentile } from './script-time';
import { createSyntheticSource } from './synthetic-rows';

/**
 * Drives the real frame list over a source of five million rows: the wheel, and a jump every 60 frames. The
 * list draws in animation frames and knows nothing of being measured: this page times what runs in them, and
 * adds the time of the wheel handler. `rows` and `frames` come from the query string.
 */
interface BenchResult {
  rows: number;
  frames: number;
  scriptMs: { p50: number; p95: number; p99: number; max: number };
  frameMs: { p50: number; p95: number };
  lastRowReachable: boolean;
  firstRowReachable: boolean;
  tallestElementPx: number;
  pooledRows: number;
}

declare global {
  interface Window {
    __benchResult?: unknown;
  }
}

const query = new URLSearchParams(window.location.search);
const ROWS = Number(query.get('rows') ?? 5_000_000);
const FRAMES = Number(query.get('frames') ?? 600);
const JUMP_EVERY = 60;

const clock = createScriptClock();
const { nextFrame } = clock;

function shows(view: ListView, frame: number): boolean {
  const row = view.element.querySelector(`[aria-rowindex="${frame}"]`);
  if (!row) return false;
  const [inner, outer] = [row.getBoundingClientRect(), view.element.getBoundingClientRect()];
  return inner.top >= outer.top && inner.bottom <= outer.bottom + 0.5;
}

/** The thumb is dragged to the very end, as a reader would. */
async function reachable(view: ListView, frame: number, scrollTop: number): Promise<boolean> {
  view.element.scrollTop = scrollTop;
  for (let i = 0; i < 5; i++) await nextFrame();
  return shows(view, frame);
}

async function run(view: ListView): Promise<BenchResult> {
  for (let i = 0; i < 30; i++) await nextFrame();
  clock.take();
  const script: number[] = [];
  const frame: number[] = [];
  let before = await nextFrame();
  let seed = 42;
  for (let i = 0; i < FRAMES; i++) {
    const from = performance.now();
    if (i % JUMP_EVERY === 0) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      view.reveal(1 + (seed % ROWS), 'center');
    } else {
      const deltaY = 40 + ((i * 53) % 400);
      view.element.dispatchEvent(new WheelEvent('wheel', { deltaY, cancelable: true, bubbles: true }));
    }
    const handled = performance.now() - from;
    const now = await nextFrame();
    script.push(handled + clock.take());
    frame.push(now - before);
    before = now;
  }
  const lastRowReachable = await reachable(view, ROWS, view.element.scrollHeight);
  const firstRowReachable = await reachable(view, 1, 0);
  const heights = [...view.element.querySelectorAll<HTMLElement>('*')].map((element) => element.offsetHeight);
  return {
    rows: ROWS,
    frames: FRAMES,
    scriptMs: {
      p50: percentile(script, 0.5),
      p95: percentile(script, 0.95),
      p99: percentile(script, 0.99),
      max: percentile(script, 1),
    },
    frameMs: { p50: percentile(frame, 0.5), p95: percentile(frame, 0.95) },
    lastRowReachable,
    firstRowReachable,
    tallestElementPx: Math.max(...heights),
    pooledRows: view.element.querySelectorAll('.fl-row').length,
  };
}

function start(view: ListView | null): void {
  if (!view) return;
  void run(view).then((result) => {
    window.__benchResult = result;
  });
}

const root = document.getElementById('root');
if (root) {
  const source = createSyntheticSource(ROWS);
  createRoot(root).render(
    <FrameList
      source={source}
      selected={null}
      linked={new Set()}
      onSelect={() => {}}
      onOpen={() => {}}
      onFold={() => {}}
      onView={start}
    />,
  );
}
