import { type RefObject, useEffect, useState } from 'react';
import type { CallFilter, CallPage, CallTableView } from '../../ipc/engine-contract';
import { TONE_SHAPE } from '../inspect/verdict';
import { isFiltered, toggled } from '../stores/call-views';
import { formatCount, formatDuration } from '../text/format';
import { STATUS_ORDER, STATUS_WORDS, toolWord } from './call-words';

interface Props {
  page: CallPage | null;
  view: CallTableView;
  input: RefObject<HTMLInputElement | null>;
  onFilter(part: Partial<CallFilter>): void;
  onClear(): void;
}

const TOOLS_SHOWN = 12;
/** A text is looked for when the reader pauses. */
const TYPED_MS = 200;

/** What narrows the table: a text, tools and states, each with its count over the whole file. */
export function CallFilterRow({ page, view, input, onFilter, onClear }: Props) {
  const { filter } = view;
  const chosen = filter.tools ?? [];
  const tools = page?.tools ?? [];
  // What is chosen stays within reach, however rare it is.
  const shown = tools.filter(({ tool }, at) => at < TOOLS_SHOWN || chosen.includes(tool));
  const left = tools.length - shown.length + (page?.toolsLeftOff ?? 0);
  return (
    <div className="calls-filter" role="toolbar" aria-label="Filter of the calls">
      <TextBox input={input} text={filter.text ?? ''} onText={(text) => onFilter({ text })} />
      {STATUS_ORDER.filter(
        (status) => page && (page.statuses[status] > 0 || filter.statuses?.includes(status)),
      ).map((status) => {
        const { tone, word, hint } = STATUS_WORDS[status];
        return (
          <button
            key={status}
            type="button"
            className="calls-chip"
            title={hint}
            aria-pressed={filter.statuses?.includes(status) ?? false}
            onClick={() => onFilter({ statuses: toggled(filter.statuses, status) })}
          >
            <span className={`calls-${tone}`} aria-hidden>
              {TONE_SHAPE[tone]}
            </span>
            {word} <span className="muted">{formatCount(page?.statuses[status] ?? 0)}</span>
          </button>
        );
      })}
      {shown.length > 0 && <span className="calls-divider" aria-hidden />}
      {shown.map(({ tool, count, failed, totalMs, medianMs }) => (
        <button
          key={tool}
          type="button"
          className="calls-chip"
          title={toolHint(failed, totalMs, medianMs)}
          aria-pressed={chosen.includes(tool)}
          onClick={() => onFilter({ tools: toggled(filter.tools, tool) })}
        >
          {toolWord(tool)} <span className="muted">{formatCount(count)}</span>
          {failed > 0 && (
            <span className="calls-err">
              <span aria-hidden>■</span> {formatCount(failed)}
              <span className="unseen"> failed</span>
            </span>
          )}
        </button>
      ))}
      {left > 0 && <span className="muted">and {formatCount(left)} more tools, found by text</span>}
      {isFiltered(view) && (
        <button type="button" className="link" onClick={onClear}>
          Show all
        </button>
      )}
    </div>
  );
}

function toolHint(failed: number, totalMs: number | null, medianMs: number | null): string {
  const failures = `${formatCount(failed)} failed`;
  if (totalMs === null || medianMs === null) return `${failures}, durations not stated`;
  return `${failures}, ${formatDuration(totalMs)} in all, half of them below ${formatDuration(medianMs)}`;
}

function TextBox({
  input,
  text,
  onText,
}: {
  input: Props['input'];
  text: string;
  onText(text: string): void;
}) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onText(typed), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      ref={input}
      type="search"
      className="calls-text"
      placeholder="filter by input, result, name or id"
      aria-label="Filter calls by text"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
