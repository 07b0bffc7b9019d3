import { SourceError } from '../../../protocol/errors';
import { parseHead } from '../../../protocol/json-head';
import { fieldOf, stringOf } from '../../../protocol/json-values';
import type { Session } from '../../session/session';
import type { SessionIndex } from '../../session/session-index';

/** How far the other end of a control frame is looked for. An answer comes within a turn. */
const LOOK_ROWS = 2000;
/** Control frames that are looked at on the way. */
const MAX_CANDIDATES = 64;
const MAX_ENDS = 8;
/** Ids stand in the first bytes of control frames, before what is asked or answered. */
const HEAD_BYTES = 2048;
/** Ids that are kept: reading a page of rows asks for the same ones again and again. */
const MAX_KEPT = 4096;

interface ControlId {
  /** Of a request; else of what answers or withdraws one. */
  asks: boolean;
  id: string;
}

/** The ids of control frames by row, kept with the index that they are of. */
class ControlIds {
  private readonly kept = new Map<number, ControlId | null>();
  private readonly isControl: boolean[] = [];

  constructor(private readonly index: SessionIndex) {}

  /** Whether rows of the kind may be control frames. */
  mayBe(row: number): boolean {
    const kind = this.index.table.kind(row);
    let is = this.isControl[kind];
    if (is === undefined) {
      const { kinds } = this.index;
      is = /^control_(request|response|cancel_request)$/.test(kinds.type(kind));
      this.isControl[kind] = is;
    }
    return is;
  }

  of(session: Session, row: number): ControlId | null {
    const known = this.kept.get(row);
    if (known !== undefined) return known;
    const found = controlIdOf(session, row);
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(row, found);
    return found;
  }
}

const idsOf = new WeakMap<SessionIndex, ControlIds>();

/**
 * The other ends of a control frame: what answers or withdraws a request, or the request. The nearest ones in the direction
 * in which they must stand, since hosts number their requests anew in every run.
 */
export function controlEnds(session: Session, row: number): number[] {
  const { index } = session;
  const ids = idsOf.get(index) ?? new ControlIds(index);
  idsOf.set(index, ids);
  const own = ids.mayBe(row) ? ids.of(session, row) : null;
  if (own === null) return [];
  const found: number[] = [];
  const step = own.asks ? 1 : -1;
  let candidates = 0;
  for (
    let at = row + step, left = LOOK_ROWS;
    left > 0 && at >= 0 && at < index.table.rows;
    at += step, left--
  ) {
    if (!ids.mayBe(at)) continue;
    if (++candidates > MAX_CANDIDATES) break;
    const other = ids.of(session, at);
    if (other === null || other.id !== own.id) continue;
    // Another request with the same id is of another run: what stands behind it is its own.
    if (other.asks === own.asks) {
      if (own.asks) break;
      continue;
    }
    found.push(at);
    if (!own.asks || found.length === MAX_ENDS) break;
  }
  return found;
}

function controlIdOf(session: Session, row: number): ControlId | null {
  const frame = headOf(session, row);
  const type = stringOf(frame, 'type');
  if (type === 'control_request') return idOrNull(true, stringOf(frame, 'request_id'));
  if (type === 'control_cancel_request') return idOrNull(false, stringOf(frame, 'request_id'));
  if (type !== 'control_response') return null;
  const inner = stringOf(fieldOf(frame, 'response'), 'request_id');
  return idOrNull(false, inner ?? stringOf(frame, 'request_id'));
}

const idOrNull = (asks: boolean, id: string | null): ControlId | null =>
  id === null || id === '' ? null : { asks, id };

/** Undefined also when the bytes are gone: a row can do without its links. */
function headOf(session: Session, row: number) {
  try {
    return parseHead(
      session
        .jsonText(row, HEAD_BYTES)
        .toString('utf8')
        .replace(/\ufffd$/, ''),
    );
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}
