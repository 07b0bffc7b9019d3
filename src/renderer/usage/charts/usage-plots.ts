import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { CompactionMark, UsageSeries } from '../../../ipc/engine-contract';
import { formatCost, formatCount, formatDuration } from '../../text/format';
import { type ChartColumns, costLine, endsOf, type UsageAxis, xOf } from '../usage-data';

export interface Plots {
  /** Another size of the window, or other colours. */
  resize(): void;
  /** Marks a place of the x axis in all charts. */
  point(x: number | null): void;
  destroy(): void;
}

export interface PlotHost {
  hovered(x: number | null): void;
  chosen(x: number): void;
}

interface Parts {
  places: { tokens: HTMLElement; context: HTMLElement; cost: HTMLElement };
  series: UsageSeries;
  columns: ChartColumns;
  axis: UsageAxis;
  zero: number;
  host: PlotHost;
}

const Y_AXIS_PX = 62;
/** The size of a context is drawn as a line only where the line below it does not become flat. */
const LEAST_SHARE_OF_WINDOW = 0.2;

/** The three charts over one axis. Colours are those of the theme that holds now. */
export function createPlots(parts: Parts): Plots {
  const plots = [tokensPlot(parts), contextPlot(parts), costPlot(parts)];
  const elements = Object.values(parts.places);
  return {
    resize() {
      plots.forEach((plot, at) => {
        const { clientWidth: width, clientHeight: height } = elements[at] as HTMLElement;
        if (width > 0 && height > 0) plot.setSize({ width, height });
      });
    },
    point(x) {
      for (const plot of plots) {
        const left = x === null ? -10 : plot.valToPos(x, 'x');
        plot.setCursor({ left, top: x === null ? -10 : 1 }, false);
      }
    },
    destroy() {
      for (const plot of plots) plot.destroy();
    },
  };
}

function color(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function options(
  parts: Parts,
  place: HTMLElement,
  series: uPlot.Series[],
  yText: (value: number) => string,
  more: { highest?: number; draw?: (plot: uPlot) => void } = {},
): uPlot.Options {
  const line = color('--line');
  const text = color('--tx2');
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const xText = (value: number) =>
    parts.axis === 'time' ? secondsText(value) : formatCount(Math.round(value));
  const axisOf = (values: (value: number) => string): Partial<uPlot.Axis> => ({
    stroke: text,
    font,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
    values: (_plot, splits) => splits.map(values),
  });
  return {
    width: Math.max(place.clientWidth, 100),
    height: Math.max(place.clientHeight, 40),
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { setScale: false, x: false, y: false },
    },
    scales: {
      x: { time: false, range: () => endsOf(parts.series, parts.axis, parts.zero) },
      y: { range: (_plot, _min, max) => [0, Math.max(more.highest ?? 0, max || 1) * 1.08] },
    },
    series: [{}, ...series],
    axes: [
      { ...axisOf(xText), size: 24, space: 80 },
      { ...axisOf(yText), size: Y_AXIS_PX, space: 26 },
    ],
    hooks: {
      ...(more.draw && { draw: [more.draw] }),
      ready: [(plot) => listen(plot, parts.host)],
    },
  };
}

function listen(plot: uPlot, host: PlotHost): void {
  const xAt = (event: MouseEvent) =>
    plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x');
  plot.over.addEventListener('mousemove', (event) => host.hovered(xAt(event)));
  plot.over.addEventListener('mouseleave', () => host.hovered(null));
  plot.over.addEventListener('click', (event) => host.chosen(xAt(event)));
}

const STACK = ['--u-cache-read', '--u-cache-creation', '--u-input', '--u-output'] as const;

function tokensPlot(parts: Parts): uPlot {
  const { tokens } = parts.columns;
  const bars = uPlot.paths.bars?.({ size: [0.7, 14, 2], align: 0 });
  // The highest sum is drawn first, and what it holds over it.
  const [x, ...sums] = tokens;
  const drawn = sums.map((sum, at) => ({ sum, fill: color(STACK[at] as string) })).reverse();
  const series = drawn.map(
    ({ fill }): uPlot.Series => ({ fill, width: 0, points: { show: false }, ...(bars && { paths: bars }) }),
  );
  const { places } = parts;
  return new uPlot(
    options(parts, places.tokens, series, short),
    [x, ...drawn.map(({ sum }) => sum)],
    places.tokens,
  );
}

function contextPlot(parts: Parts): uPlot {
  const { columns, places, series: all } = parts;
  const stroke = color('--u-context');
  const faint = color('--u-agents');
  const highest = Math.max(
    0,
    ...columns.context
      .slice(1)
      .flat()
      .map((value) => value ?? 0),
  );
  const limit = all.contextWindow;
  const showsLimit = limit !== null && highest >= limit * LEAST_SHARE_OF_WINDOW;
  const few = columns.messages.length <= 200;
  const series: uPlot.Series[] = [
    { stroke, width: 1.5, spanGaps: true, points: { show: few, size: 5, fill: stroke, stroke } },
    {
      stroke: faint,
      width: 0,
      points: { show: true, size: 4, fill: faint, stroke: faint },
      paths: () => null,
    },
  ];
  const draw = (plot: uPlot) => {
    for (const mark of all.compactions) drawCompaction(plot, mark, parts);
    if (showsLimit && limit !== null) drawLimit(plot, limit);
  };
  const more = { draw, ...(showsLimit && limit !== null && { highest: limit }) };
  return new uPlot(
    options(parts, places.context, series, short, more),
    columns.context as uPlot.AlignedData,
    places.context,
  );
}

function drawCompaction(plot: uPlot, mark: CompactionMark, { axis, zero }: Parts): void {
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(xOf(mark, axis, zero), 'x', true));
  const unit = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = color('--warn');
  ctx.lineWidth = unit;
  ctx.setLineDash([3 * unit, 3 * unit]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  // A mark of its own shape: the context folds in.
  ctx.beginPath();
  ctx.moveTo(x - 5 * unit, bbox.top);
  ctx.lineTo(x + 5 * unit, bbox.top);
  ctx.lineTo(x, bbox.top + 7 * unit);
  ctx.fill();
  ctx.restore();
}

function drawLimit(plot: uPlot, limit: number): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(limit, 'y', true));
  const unit = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = color('--tx2');
  ctx.lineWidth = unit;
  ctx.setLineDash([6 * unit, 4 * unit]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.font = `${11 * unit}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.fillText(`context window ${formatCount(limit)}`, bbox.left + 6 * unit, y - 5 * unit);
  ctx.restore();
}

function costPlot(parts: Parts): uPlot {
  const { columns, places, series: all, axis, zero } = parts;
  const line = costLine(columns.costs, endsOf(all, axis, zero));
  const stroke = color('--u-cost');
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const series: uPlot.Series[] = [
    {
      stroke,
      width: 1.5,
      points: {
        show: columns.costs[0].length <= 200,
        // The ends of the line are no results.
        filter: (_plot, _series, isShown) => (isShown ? columns.costs[0].map((_, at) => at + 1) : null),
        size: 5,
        fill: stroke,
        stroke,
      },
      ...(stepped && { paths: stepped }),
    },
  ];
  return new uPlot(options(parts, places.cost, series, formatCost), line, places.cost);
}

/** All labels of an axis in one unit as long as they fit: 0 s beside 0.5 s, and minutes from one on. */
function secondsText(value: number): string {
  return Math.abs(value) < 60 ? `${Number(value.toFixed(3))} s` : formatDuration(value * 1000);
}

/** 12,000 as 12k: the axis has little room, and the read-out tells it whole. */
function short(value: number): string {
  if (value >= 1e6) return `${trim(value / 1e6)}M`;
  return value >= 10_000 ? `${trim(value / 1000)}k` : formatCount(value);
}

const trim = (value: number) => String(Number(value.toFixed(1)));
