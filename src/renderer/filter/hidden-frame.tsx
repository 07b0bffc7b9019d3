import { useEffect, useState } from 'react';
import type { Row } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { setFilter } from '../bridge/list-filter';
import { isHidden } from '../bridge/list-places';
import { useCommands } from '../commands/use-commands';
import type { RowSource } from '../list/row-source';
import { useFilters } from '../stores/filters';
import { useListings } from '../stores/listings';
import { formatCount } from '../text/format';

interface Known {
  session: number;
  frame: number;
  filter: string;
  row: Row | undefined;
}

/** The selected frame where the filter of its list hides it: its row, asked for without the filter. */
export function useHiddenFrame(
  client: EngineClient | null,
  session: number,
  source: RowSource,
  frame: number | null,
): Known | null {
  const filter = useListings(({ shown }) => shown[session]?.listing.filter);
  // What matches may be another frame a moment later: a call has its result.
  const matched = useFilters(({ sessions }) => sessions[session]?.match?.matched ?? 0);
  const [known, setKnown] = useState<Known | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more matches may show the frame
  useEffect(() => {
    if (!client || frame === null || filter === undefined) return setKnown(null);
    let isLate = false;
    const ask = async () => {
      try {
        const hidden = await isHidden(session, frame);
        const page = hidden ? await client.request('rows', { session, from: frame, count: 1 }) : null;
        if (!isLate) setKnown(page && { session, frame, filter, row: page.rows[0] });
      } catch {
        // A stopped engine is told of by the shell.
      }
    };
    void ask();
    return () => {
      isLate = true;
    };
  }, [client, session, source, frame, filter, matched]);
  const isOfNow = known?.session === session && known.frame === frame && known.filter === filter;
  return isOfNow ? known : null;
}

/** Says that the filter hides what the detail shows, and how to see it in the list. */
export function HiddenNote({ session, frame, onShow }: { session: number; frame: number; onShow(): void }) {
  const show = () => void setFilter(session, '').then(onShow);
  useCommands({ 'filter.showSelected': { run: show } });
  return (
    <div className="hidden-note" role="status" data-testid="hidden-note">
      <span>Frame {formatCount(frame)} is hidden by the filter. The detail shows it.</span>
      <button type="button" className="button small" onClick={show}>
        Clear the filter and show it
      </button>
    </div>
  );
}

interface NoMatchProps {
  session: number;
  source: RowSource;
  onClear(): void;
}

/** In the place of the rows when there are none; nothing while they are still looked for. */
export function NoMatch({ session, source, onClear }: NoMatchProps) {
  const filter = useListings(({ shown }) => shown[session]?.listing.filter);
  const total = useListings(({ shown }) => shown[session]?.filtered);
  const match = useFilters(({ sessions }) => sessions[session]?.match ?? null);
  if (filter === undefined || total !== 0 || source.total > 0 || match === null) return null;
  if (match.matched > 0) return null;
  const goesOn = !match.done && match.stopped === null;
  return (
    <div className="no-match" role="status" data-testid="no-match">
      {goesOn ? (
        <p>Looking for frames that match.</p>
      ) : (
        <>
          <p>{match.stopped ?? 'No frame matches.'}</p>
          <p className="mono muted no-match-filter">{filter}</p>
          <button type="button" className="button" onClick={() => void setFilter(session, '').then(onClear)}>
            Clear the filter
          </button>
        </>
      )}
    </div>
  );
}
