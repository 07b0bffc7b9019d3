import { familyOf } from '../../protocol/frame-kinds';
import { LinkFlag } from '../links/link-table';
import type { Session } from '../session/session';
import type { Facets } from './match-types';
import type { RowMatch } from './row-match';
import { lowestBit } from './row-ranks';

const MAX_TOOLS = 200;
/** Kinds that a file makes up without end are no choice. */
const MAX_KINDS = 1000;
const MAX_NAME_UNITS = 200;

/**
 * How often each kind and each tool occurs, and how often in rows that match; without an expression every row does.
 * Throws FilterError.
 */
export function facetsOf(session: Session, expression: string | null): Facets {
  const match = expression === null ? null : session.matches.of(expression);
  return {
    kinds: kindFacets(session, match),
    ...toolFacets(session, match),
    state: match?.state ?? null,
  };
}

function kindFacets(session: Session, match: RowMatch | null): Facets['kinds'] {
  const { kinds } = session.index;
  const matched = match === null ? null : matchedByKind(session, match);
  const facets: Facets['kinds'] = [];
  for (let kind = 0; kind < kinds.size && facets.length < MAX_KINDS; kind++) {
    const rows = kinds.rows(kind);
    if (rows === 0) continue;
    const family = kinds.isUnparsed(kind) ? 'unparsed' : familyOf(kinds.type(kind), kinds.subtype(kind));
    const text = kinds.text(kind);
    // A name of megabytes is no choice either.
    if (text.length > MAX_NAME_UNITS) continue;
    facets.push({
      kind: text,
      family: kinds.isStderr(kind) ? 'system' : family,
      rows,
      matched: matched === null ? rows : (matched[kind] as number),
    });
  }
  return facets;
}

function matchedByKind({ index: { kinds, table } }: Session, match: RowMatch): Float64Array {
  const counts = new Float64Array(kinds.size);
  const { words } = match.set;
  table.eachSegment(0, table.rows, ({ kind }, base, first, end) => {
    for (let at = (base + first) >>> 5; at <= (base + end - 1) >>> 5; at++)
      for (let left = words[at] ?? 0; left !== 0; left &= left - 1) {
        const of = kind[at * 32 + lowestBit(left) - base] as number;
        counts[of] = (counts[of] as number) + 1;
      }
  });
  return counts;
}

function toolFacets(session: Session, match: RowMatch | null): Pick<Facets, 'tools' | 'toolsLeftOff'> {
  const { links, toolNames } = session.index;
  const tools = new Map<number, { calls: number; failed: number; matched: number }>();
  for (let record = 0; record < links.count; record++) {
    const name = links.name(record);
    if (name === 0 || links.isResult(record) || (links.flags(record) & LinkFlag.Repeat) !== 0) continue;
    let tool = tools.get(name);
    if (tool === undefined) {
      tool = { calls: 0, failed: 0, matched: 0 };
      tools.set(name, tool);
    }
    tool.calls++;
    const result = links.other(record);
    if (result >= 0 && (links.flags(result) & LinkFlag.Error) !== 0) tool.failed++;
    if (match === null || match.has(links.row(record))) tool.matched++;
  }
  const sorted = [...tools]
    .map(([name, counts]) => ({ tool: toolNames.text(name - 1), ...counts }))
    .filter(({ tool }) => tool.length <= MAX_NAME_UNITS)
    .sort((a, b) => b.calls - a.calls);
  return {
    tools: sorted.slice(0, MAX_TOOLS),
    toolsLeftOff: tools.size - Math.min(sorted.length, MAX_TOOLS),
  };
}
