import { useEffect, useMemo, useRef, useState } from 'react';
import type { MessageUsage, UsageSeries } from '../../../ipc/engine-contract';
import { onThemeChange } from '../../timeline/draw/palette';
import { columnsOf, costAt, differencesOf, nearest, type UsageAxis } from '../usage-data';
import { differenceText, messageText } from '../usage-words';
import { createPlots, type Plots } from './usage-plots';

interface Props {
  series: UsageSeries;
  axis: UsageAxis;
  zero: number;
  onOpen(frame: number): void;
}

const KINDS = [
  { name: 'output', token: '--u-output' },
  { name: 'input', token: '--u-input' },
  { name: 'cache creation', token: '--u-cache-creation' },
  { name: 'cache read', token: '--u-cache-read' },
] as const;

/** Counts how often the colours of the window changed: the theme's attribute is set after effects of this view ran. */
function usePainted(): number {
  const [count, setCount] = useState(0);
  useEffect(() => onThemeChange(() => setCount((before) => before + 1)), []);
  return count;
}

/** Three charts over one axis, and one place that is pointed at in all of them, by the mouse or by keys. */
export default function UsageCharts({ series, axis, zero, onOpen }: Props) {
  const columns = useMemo(() => columnsOf(series, axis, zero), [series, axis, zero]);
  const painted = usePainted();
  const tokens = useRef<HTMLDivElement>(null);
  const context = useRef<HTMLDivElement>(null);
  const cost = useRef<HTMLDivElement>(null);
  const plots = useRef<Plots | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const place = useRef<number | null>(null);
  const latest = useRef({ columns, onOpen });
  latest.current = { columns, onOpen };

  const point = (next: number | null) => {
    place.current = next;
    setAt(next);
    plots.current?.point(next === null ? null : (latest.current.columns.tokens[0][next] ?? null));
  };
  const pointing = useRef(point);
  pointing.current = point;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    if (!tokens.current || !context.current || !cost.current) return;
    const created = createPlots({
      places: { tokens: tokens.current, context: context.current, cost: cost.current },
      series,
      columns,
      axis,
      zero,
      host: {
        hovered: (x) => pointing.current(x === null ? null : nearest(latest.current.columns.tokens[0], x)),
        chosen: (x) => {
          const message = latest.current.columns.messages[nearest(latest.current.columns.tokens[0], x)];
          if (message) latest.current.onOpen(message.frame);
        },
      },
    });
    plots.current = created;
    const observer = new ResizeObserver(() => created.resize());
    observer.observe(tokens.current);
    return () => {
      observer.disconnect();
      created.destroy();
      plots.current = null;
    };
  }, [series, columns, axis, zero, painted]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const last = columns.messages.length - 1;
    const now = place.current;
    const next = {
      ArrowRight: now === null ? 0 : Math.min(now + 1, last),
      ArrowLeft: now === null ? last : Math.max(now - 1, 0),
      Home: 0,
      End: last,
    }[event.key];
    if (next !== undefined && last >= 0) {
      event.preventDefault();
      event.stopPropagation();
      point(next);
    } else if (event.key === 'Enter' && now !== null) {
      event.preventDefault();
      event.stopPropagation();
      const message = columns.messages[now];
      if (message) onOpen(message.frame);
    } else if (event.key === 'Escape' && now !== null) {
      event.preventDefault();
      event.stopPropagation();
      point(null);
    }
  };
  const differs = differenceText(differencesOf(series));
  const message: MessageUsage | undefined = at === null ? undefined : columns.messages[at];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this groups three pictures
    <div
      className="usage-charts"
      role="group"
      aria-label="Charts of tokens, context and cost. Arrow keys go from message to message, Enter opens its frame."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys point at messages
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-testid="usage-charts"
    >
      <p className="usage-readout" role="status" data-testid="usage-readout">
        {message
          ? messageText(message, zero, costAt(columns.costs, columns.tokens[0][at ?? 0] ?? 0))
          : 'Point at a message, or use the arrow keys; a click or Enter opens its frame.'}
      </p>
      <section className="usage-chart" aria-label="Tokens of each message">
        <h3>
          Tokens of each message
          <span className="usage-legend">
            {KINDS.map(({ name, token }) => (
              <span key={name}>
                <i style={{ background: `var(${token})` }} aria-hidden /> {name}
              </span>
            ))}
          </span>
          {differs !== '' && (
            <span className="usage-differs" data-testid="usage-differs" title={differs}>
              {differs}
            </span>
          )}
        </h3>
        <div className="usage-plot" ref={tokens} />
      </section>
      <section className="usage-chart" aria-label="Size of the context">
        <h3>
          Context
          <span className="usage-legend">
            <span>
              <i style={{ background: 'var(--u-context)' }} aria-hidden /> main thread
            </span>
            {columns.messages.some(({ agent }) => agent !== 0) && (
              <span>
                <i className="dot" style={{ background: 'var(--u-agents)' }} aria-hidden /> subagents
              </span>
            )}
            {series.compactions.length > 0 && (
              <span className="usage-compaction">
                <span aria-hidden>▼</span> compaction
              </span>
            )}
          </span>
        </h3>
        <div className="usage-plot" ref={context} />
      </section>
      <section className="usage-chart" aria-label="Cost so far">
        <h3>Cost so far, as results state it</h3>
        <div className="usage-plot" ref={cost} />
        {series.costs.length === 0 && <p className="usage-none">No result of this file states a cost.</p>}
      </section>
    </div>
  );
}
