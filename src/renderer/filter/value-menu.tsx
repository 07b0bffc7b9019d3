import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Row } from '../../ipc/engine-contract';
import { MAX_TEXT_SLICE } from '../../ipc/engine-contract';
import type { Json } from '../../protocol/json-values';
import type { EngineClient } from '../bridge/engine-port';
import { addFilterTerm } from '../bridge/list-filter';
import { useCommands } from '../commands/use-commands';
import { Popup } from '../components/popup';
import { frameTerms, hasTerm, type ValueTerm, valueTerms } from './value-terms';

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

/** Longer frames are not read by the window for a single value. */
const MAX_SLICES = 4;

/**
 * "Filter by this value" for what the detail shows. What it is about is marked there: `data-filter-term` says a term,
 * `data-filter-path` or `data-path` the path of a field. Opened by the context menu, also that of the keyboard, or by
 * its command for the frame as a whole.
 */
export function ValueMenu({ session, client, frame, row, detail }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const latest = useRef({ client, session, frame });
  latest.current = { client, session, frame };

  const openFor = async (anchor: HTMLElement, target: HTMLElement | null) => {
    const asked = latest.current;
    const { filterTerm, filterPath, path = filterPath } = target?.dataset ?? {};
    const own = filterTerm === undefined ? [] : [{ label: filterTerm, term: filterTerm }];
    const values =
      path !== undefined
        ? valueTerms(await readFrame(asked), path)
        : own.length > 0
          ? own
          : frameTerms(row, await readCalls(asked));
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
      const target = from.closest<HTMLElement>('[data-filter-term], [data-filter-path], [data-path]');
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
        const target = focused?.closest<HTMLElement>('[data-filter-term], [data-filter-path], [data-path]');
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
        <div key={term} className="value-menu">
          <p className="value-menu-label mono" title={label}>
            {label}
          </p>
          <button type="button" onClick={() => take(term)}>
            Only frames with this
          </button>
          <button type="button" onClick={() => take(`-${term}`)}>
            Leave these frames out
          </button>
        </div>
      ))}
      {opened.has && (
        <button type="button" onClick={() => take((opened.has as ValueTerm).term)}>
          Only frames with {opened.has.label}
        </button>
      )}
    </Popup>
  );
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
