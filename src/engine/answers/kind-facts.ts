import type { JsonObject } from '../../protocol/json-values';
import { kindOfFrame } from '../../protocol/kinds/catalogue';
import { directionWords, meaningWords, versionWords } from '../../protocol/kinds/kind-words';
import type { Fact } from '../answer-types';
import type { Session } from '../session/session';

/** What frames of the kind are: meaning, direction, versions. */
export function kindFacts(session: Session, row: number, frame: JsonObject): Fact[] {
  const { kinds, table } = session.index;
  const kind = table.kind(row);
  const found = kindOfFrame(kinds.type(kind), kinds.subtype(kind), frame);
  const facts: Fact[] = [{ label: 'what it is', value: meaningWords(found), frame: null }];
  if (found.kind === undefined || !found.known) return facts;
  return [
    ...facts,
    { label: 'direction', value: directionWords(found.kind), frame: null },
    { label: 'CLI versions', value: versionWords(found.kind), frame: null },
  ];
}
