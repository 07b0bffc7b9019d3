import { appendFileSync } from 'node:fs';
import { agentPage } from '../../../../src/engine/answers/agents/agent-page';
import { conversationTree } from '../../../../src/engine/answers/branches/branch-list';
import { diagnosticGroups } from '../../../../src/engine/answers/diagnostics/diagnostic-groups';
import { frameDetail } from '../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import { taskPage } from '../../../../src/engine/answers/turns/task-page';
import { turnPage } from '../../../../src/engine/answers/turns/turn-page';
import { Session, type SessionOptions } from '../../../../src/engine/session/session';
import { fileOf } from '../session-of';

const FOLDED = { unfolded: false, open: [] };
const ALL = 100_000;

/** Everything that a session answers, without what only a followed file has. */
export function answers(session: Session) {
  const { table, kinds, messages, foldedRows, frames } = session.index;
  const texts = new FrameTexts(session);
  return {
    table: Array.from({ length: table.rows }, (_, row) =>
      [
        table.offset(row),
        table.length(row),
        table.line(row),
        table.run(row),
        kinds.text(table.kind(row)),
        table.flags(row),
        table.parent(row),
        table.message(row),
        table.firstBlock(row),
        table.parentUuidHash(row),
      ].join(' '),
    ),
    rows: rowPage(session, 1, ALL).rows,
    folded: rowPage(session, 1, ALL, FOLDED),
    counts: { foldedRows, frames, messages: messages.apiMessages, unended: messages.unended },
    report: reportOf(session),
    diagnostics: diagnosticGroups(session),
    turns: turnPage(session, 1, ALL),
    tasks: taskPage(session, 1, ALL),
    agents: agentPage(session, 1, ALL),
    tree: conversationTree(session),
    details: Array.from({ length: Math.min(table.rows, 40) }, (_, row) => frameDetail(session, row, texts)),
  };
}

/** The answers that a window asks for while a file grows: what they remember must not be told of later rows. */
export function ask(session: Session): void {
  const { rows } = session.index.table;
  rowPage(session, Math.max(1, rows - 5), 10, FOLDED);
  reportOf(session);
  diagnosticGroups(session);
  turnPage(session, 1, 50);
  agentPage(session, 1, 50);
  conversationTree(session);
  if (rows > 0) frameDetail(session, rows - 1, new FrameTexts(session));
}

/** What a session that reads the file now, once, answers. */
export function readOnce(path: string, options: SessionOptions = {}): ReturnType<typeof answers> {
  const session = Session.open(0, path, undefined, options);
  session.indexAllNow();
  try {
    return answers(session);
  } finally {
    session.close();
  }
}

/** A session that is fed by hand: no watcher and no clock. */
export class GrowingSession {
  session: Session;
  /** How often it had to be read anew. */
  anew = 0;

  constructor(
    readonly path: string = fileOf(''),
    private readonly options: SessionOptions = {},
  ) {
    this.session = this.open();
  }

  private open(): Session {
    const session = Session.open(0, this.path, undefined, { ...this.options, follow: true });
    session.indexAllNow();
    return session;
  }

  append(bytes: Uint8Array | string): void {
    appendFileSync(this.path, bytes);
  }

  /** Reads what came, as the engine does. */
  async grow(): Promise<void> {
    if (await this.session.grow(0)) return;
    this.session.close();
    this.anew++;
    this.session = this.open();
  }

  close(): void {
    this.session.close();
  }
}
