import type { JsonObject } from '../../../protocol/json-values';
import { kindOfFrame } from '../../../protocol/kinds/catalogue';
import { directionWords, meaningWords, versionWords } from '../../../protocol/kinds/kind-words';
import type { KindFacts } from '../../answer-types';
import type { Session } from '../../session/session';

/** What frames of the kind are: meaning, direction, versions. */
export function kindFacts(session: Session, row: number, frame: JsonObject): KindFacts {
  const { kinds, table } = session.index;
  const kind = table.kind(row);
  const found = kindOfFrame(kinds.type(kind), kinds.subtype(kind), frame);
  const meaning = meaningWords(found);
  if (found.kind === undefined || !found.known) return { meaning, direction: null, versions: null };
  return { meaning, direction: directionWords(found.kind), versions: versionWords(found.kind) };
}
