import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Row } from '../../../ipc/engine-contract';
import { MAX_TEXT_SLICE } from '../../../ipc/engine-contract';
import type { Json } from '../../../protocol/json-values';
import type { EngineClient } from '../../bridge/engine-port';
import { addFilterTerm } from '../../bridge/list-filter';
import { useCommands } from '../../commands/use-commands';
import { Popup } from '../../components/popup';
import { distinctTerms, frameTerms, hasTerm, type ValueTerm, valueTerms } from './value-terms';

interface Props {
  session: number;
  client: EngineClient | null;
  frame: number | null;
  row: Row | undefined;
  detail: RefObject<HTMLElement | null>;
}

interface Opened {
  anchor: HTMLElement;
  values: ValueTerm[];
  /** What can only be asked for, not left out. */
  has: ValueTerm | null;
}

const MARKED = '[data-filter-term], [data-filter-path], [data-path]';

/** Longer frames are not read by the window for a single value. */
const MAX_SLICES = 4;
/** A menu of more is none. */
const MAX_MARKED = 40;

/**
 * "Filter by this value" for what the detail shows. What it is about is marked there: `data-filter-term` says a term,
 * `data-filter-path` or `data-path` the path of a field. Opened by the context menu, also that of the keyboard, or by
 * its command: for what has the focus, or for the frame with all that its open tab marks.
 */
export function ValueMenu({ session, client, frame, row, detail }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const latest = useRef({ client, session, frame });
  latest.current = { client, session, frame };

  const openFor = async (anchor: HTMLElement, target: HTMLElement | null) => {
    const asked = latest.current;
    const marks = markedBy(
      target === null ? [...(detail.current?.querySelectorAll(MARKED) ?? [])] : [target],
    );
    const read = marks.paths.length > 0 || target === null ? await readFrame(asked) : null;
    const whole = target === null ? frameTerms(row, read, await readCalls(asked)) : [];
    const values = distinctTerms([
      ...whole,
      ...marks.paths.flatMap((path) => valueTerms(read, path)),
      ...marks.terms.map((term) => ({ label: term, term })),
    ]);
    const [path] = target === null ? [] : marks.paths;
    if (latest.current.frame !== asked.frame || latest.current.session !== asked.session) return;
    const has = path === undefined ? null : hasTerm(path);
    if (values.length > 0 || has !== null) setOpened({ anchor, values, has });
  };
  const open = useRef(openFor);
  open.current = openFor;

  useEffect(() => {
    const element = detail.current;
    if (!element) return;
    const onMenu = (event: MouseEvent) => {
      const from = event.target as HTMLElement;
      const target = from.closest<HTMLElement>(MARKED);
      if (!target) return;
      event.preventDefault();
      void open.current(target.querySelector<HTMLElement>('button') ?? target, target);
    };
    element.addEventListener('contextmenu', onMenu);
    return () => element.removeEventListener('contextmenu', onMenu);
  }, [detail]);

  useCommands({
    'filter.byValue': {
      run: () => {
        const element = detail.current;
        if (!element) return;
        const focused = element.contains(document.activeElement) ? document.activeElement : null;
        const target = focused?.closest<HTMLElement>(MARKED);
        const head = element.querySelector<HTMLElement>('.detail-title h2') ?? element;
        void open.current(target ? (focused as HTMLElement) : head, target ?? null);
      },
      enabled: () => frame !== null && client !== null,
    },
  });

  if (opened === null) return null;
  const take = (term: string) => {
    setOpened(null);
    void addFilterTerm(session, term);
  };
  return (
    <Popup anchor={opened.anchor} label="Filter the list" onClose={() => setOpened(null)}>
      {opened.values.map(({ label, term }) => (
        <fieldset key={term} className="value-menu" aria-label={label}>
          <span className="value-menu-label mono" title={label}>
            {label}
          </span>
          <button type="button" title="Only frames with this" onClick={() => take(term)}>
            Only these
          </button>
          <button type="button" title="Leave frames with this out" onClick={() => take(`-${term}`)}>
            Leave out
          </button>
        </fieldset>
      ))}
      {opened.has && (
        <button type="button" onClick={() => take((opened.has as ValueTerm).term)}>
          Only frames with {opened.has.label}
        </button>
      )}
    </Popup>
  );
}

/** What elements of the detail say they are about. */
function markedBy(elements: readonly Element[]): { paths: string[]; terms: string[] } {
  const paths: string[] = [];
  const terms: string[] = [];
  for (const element of elements) {
    const { filterTerm, filterPath, path = filterPath } = (element as HTMLElement).dataset;
    if (path !== undefined) paths.push(path);
    else if (filterTerm !== undefined) terms.push(filterTerm);
  }
  return { paths: paths.slice(0, MAX_MARKED), terms: terms.slice(0, MAX_MARKED) };
}

type Asked = { client: EngineClient | null; session: number; frame: number | null };

/** The selected frame as a value; null where it is no JSON, or too long for this. */
async function readFrame({ client, session, frame }: Asked): Promise<Json> {
  if (!client || frame === null) return null;
  try {
    let text = '';
    for (let slice = 0; slice < MAX_SLICES; slice++) {
      const input = { session, frame, form: 'exact', from: text.length, count: MAX_TEXT_SLICE } as const;
      const answer = await client.request('text', input);
      text += answer.text;
      if (answer.text.length < MAX_TEXT_SLICE) return JSON.parse(text) as Json;
    }
  } catch {
    // Then only its fields are offered, not their values.
  }
  return null;
}

async function readCalls({ client, session, frame }: Asked) {
  if (!client || frame === null) return [];
  try {
    return await client.request('calls', { session, frame });
  } catch {
    return [];
  }
}
