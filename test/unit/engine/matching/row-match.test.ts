import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Session } from '../../../../src/engine/session/session';
import { pathsOf } from '../../../../src/protocol/fields/walk-fields';
import type { FilterNode } from '../../../../src/protocol/filter/filter-ast';
import { parseFilter } from '../../../../src/protocol/filter/filter-parser';
import { printFilter } from '../../../../src/protocol/filter/filter-print';
import type { JsonObject } from '../../../../src/protocol/json-values';
import { anyFilter, anyTerm, type FilterWordsAtHand } from '../../protocol/filter/any-filter';
import { caseFiles, fixtureFiles } from '../../recordings';
import { closeSessions } from '../session-of';
import { SlowReference } from './slow-reference';

/** Long files are for the other tests: here every row is looked at again and again. */
const MAX_ROWS = 400;
const MAX_BYTES = 3_000_000;

afterEach(closeSessions);

function wordsOf(session: Session, { rows }: SlowReference): FilterWordsAtHand {
  const { kinds, toolNames } = session.index;
  const kindWords = Array.from({ length: kinds.size }, (_, kind) => kinds.text(kind)).filter(
    (_, kind) => kinds.rows(kind) > 0,
  );
  const frames = rows.flatMap(({ frame }) => frame ?? []);
  const paths = [
    ...new Set(frames.slice(0, 40).flatMap((frame) => pathsOf(frame as JsonObject).slice(0, 60))),
  ];
  const readable = paths.filter((path) => {
    try {
      return parseFilter(`has:${path}`).op === 'list' && parseFilter(`${path}=1`).op === 'field';
    } catch {
      return false;
    }
  });
  const ids = rows.flatMap(({ calls, frame, messageIds }) => [
    ...calls.map(({ id }) => id),
    ...messageIds,
    ...(typeof frame?.uuid === 'string' ? [frame.uuid] : []),
  ]);
  return {
    kinds: [
      ...kindWords,
      'tool_use',
      'tool_result',
      'text',
      'thinking',
      'stream_event/content_block_delta',
      'system/*',
    ],
    tools: [...Array.from({ length: toolNames.size }, (_, tool) => toolNames.text(tool)), 'none'],
    ids: ['none', ...new Set(ids.filter((id) => id.length < 200))].slice(0, 100),
    paths: ['type', 'message.content[].type', ...readable],
    texts: ['type', 'tool', 'a', 'Error', 'nothing has this'],
  };
}

function found(session: Session, node: FilterNode): number[] {
  const match = session.matches.of(printFilter(node));
  match.finish();
  expect(match.state).toMatchObject({ scanned: session.index.table.rows, done: true, stopped: null });
  const rows = [...match.rowsFrom(0)];
  expect(match.state.matched).toBe(rows.length);
  return rows;
}

describe('rows that match', () => {
  it.each([...fixtureFiles(), ...caseFiles()].filter(({ bytes }) => bytes <= MAX_BYTES))(
    'are those that a slow look at each frame finds: $name',
    ({ path }) => {
      const session = Session.open(1, path, () => {}, { agentFiles: true, captures: true });
      session.indexAllNow();
      if (session.index.table.rows <= MAX_ROWS) {
        const reference = new SlowReference(session);
        const term = anyTerm(wordsOf(session, reference));
        fc.assert(
          fc.property(fc.oneof(term, anyFilter(term)), (node) => {
            expect(found(session, node)).toEqual(reference.matches(node));
          }),
          { numRuns: 60 },
        );
      }
      session.close();
    },
  );
});
