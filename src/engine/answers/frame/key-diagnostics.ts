import { disagreementSentence, disagreementsOf } from '../../../protocol/identity/key-pairs';
import type { JsonObject } from '../../../protocol/json-values';
import type { Diagnostic } from '../../answer-types';
import type { Session } from '../../session/session';

/**
 * Keys that a frame states in snake_case and in camelCase with different values. Those on its top level are found while
 * the file is indexed, and are in the report; the deeper ones are told when the frame is looked at.
 */
export function keyDiagnostics(session: Session, row: number, frame: JsonObject | undefined): Diagnostic[] {
  const { table } = session.index;
  return disagreementsOf(frame)
    .filter(({ snake, camel }) => snake !== 'session_id' || camel !== 'sessionId')
    .map(({ snake, snakeValue, camel, camelValue }) => ({
      code: 'snake-camel-disagreement',
      severity: 'warning',
      line: table.line(row),
      offset: session.offsetInFile(row),
      frame: row + 1,
      message: disagreementSentence(snake, snakeValue, camel, camelValue),
    }));
}
