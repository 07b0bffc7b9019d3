import { type ReactNode, useMemo } from 'react';
import type { Progress, Row } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import type { RowSource } from '../list/row-source';
import { engineSource } from '../timeline/feed/engine-source';
import { TimelineStack } from '../timeline/timeline-stack';
import type { GivenPlace } from '../timeline/timeline-view';

interface Props {
  session: number;
  client: EngineClient | null;
  progress: Progress | null;
  rows: RowSource;
  frame: number | null;
  row: Row | undefined;
  stopped: boolean;
  /** What is searched for. */
  hits: string | null;
  onSelect(frame: number): void;
  onToList(): void;
  onFilterRange: ((term: string) => void) | null;
  children: ReactNode;
}

/** Where a frame stands as far as the list knows it; the timeline knows more of what it draws. */
function placeOf(frame: number, row: Row | undefined): GivenPlace {
  // Agent files come after the file that was opened: only the engine knows where.
  const offset = row && row.file === null ? row.offset : null;
  return { frame, time: row?.time ?? null, offset, agent: row?.agent ?? 0 };
}

/** The timeline of a session above its list and detail, and in step with them. */
export function InspectTimeline({ session, client, progress, rows, frame, row, children, ...rest }: Props) {
  const source = useMemo(() => client && engineSource(client, session), [client, session]);
  const selected = useMemo(() => (frame === null ? null : placeOf(frame, row)), [frame, row]);
  const others = useMemo(
    () => (row?.links ?? []).map((other) => placeOf(other, rows.get(rows.positionOf(other) ?? 0))),
    [row, rows],
  );
  const revision = progress
    ? `${progress.generation} ${progress.rows} ${progress.bytes} ${progress.state}`
    : '';
  return (
    <TimelineStack
      session={session}
      source={source}
      revision={revision}
      firstTime={progress?.firstTime ?? null}
      selected={selected}
      others={others}
      {...rest}
    >
      {children}
    </TimelineStack>
  );
}
