import type { Json } from '../../protocol/json-values';
import { type Conversation, keepConversation, keptConversation } from '../conversation/conversation';
import type { Session } from '../session/session';
import type { SavedFiles } from '../session/session-files';
import { GraphReader } from './graph-reader';
import { GraphWriter } from './graph-writer';

/** What is kept of a session, as one graph: the same on both sides. */
interface State {
  index: unknown;
  files: unknown;
  conversation: unknown;
}

/** What is kept of a session: JSON, and bytes beside it. Throws NotSavedError for what cannot be kept. */
export function writeState(session: Session): { state: Json; writer: GraphWriter } {
  const writer = new GraphWriter();
  const state: State = {
    index: session.index,
    files: session.files.saved(),
    conversation: keptConversation(session),
  };
  return { state: writer.write(state, 'session'), writer };
}

/** Puts what was kept into a session of which nothing is indexed. Throws MisfitError. */
export function readState(session: Session, state: unknown, fill: (target: Uint8Array) => void): void {
  const reader = new GraphReader(fill, session.index);
  const files: SavedFiles = session.files.saved();
  const target: State = { index: session.index, files, conversation: undefined };
  reader.read(state, target);
  session.files.restored(files);
  if (target.conversation !== null) keepConversation(session, target.conversation as Conversation);
}
