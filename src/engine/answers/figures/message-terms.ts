import { type Counter, FrameScanner } from '../../frames/frame-scanner';
import { RowFlag } from '../../frames/frame-table';
import { Stated } from '../../runs/result-table';
import type { Session } from '../../session/session';
import { bounded } from '../report/sums';
import type { FigureTerm, Terms } from './figure-types';
import { resultsThatState, resultTerm } from './result-terms';

/** Frames that are read for the one that states the largest value, of one message. */
const MAX_READ = 400;
/** Rows that are passed over meanwhile: frames of other messages stand between those of one. */
const MAX_ROWS_A_MESSAGE = 200;
/** A longer frame is not read for that. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The terms of a token counter: the results of the runs whose results state a usage, the API messages of all others.
 * `run` counts from 0; null is the whole file.
 */
export function tokenTerms(session: Session, counter: Counter, run: number | null): Terms {
  const { runs, results, messages } = session.index;
  const ofResults = resultsThatState(session, Stated.Usage + counter, run);
  const ofMessages: number[] = [];
  const statedByMessages = new Set<number>();
  for (let message = 0; message < messages.size; message++) {
    const own = messages.run(message);
    if ((run !== null && own !== run) || runs.runs[own]?.usage) continue;
    statedByMessages.add(own);
    if (messages.largest(message, counter) >= 0) ofMessages.push(message);
  }
  const sum =
    ofResults.reduce((total, at) => total + results.number(at, Stated.Usage + counter), 0) +
    ofMessages.reduce((total, message) => total + messages.largest(message, counter), 0);
  const anything = messagesStateUsage(session, statedByMessages) || statesUsage(session, run);
  return {
    // A run that states some counters counts the others as 0, as the report does.
    value: anything ? bounded(sum) : null,
    total: ofResults.length + ofMessages.length,
    page(from, count) {
      const terms = ofResults
        .slice(from, from + count)
        .map((at) =>
          resultTerm(session, at, Stated.Usage + counter, results.number(at, Stated.Usage + counter)),
        );
      const first = Math.max(0, from - ofResults.length);
      const chosen = ofMessages.slice(first, first + count - terms.length);
      return [...terms, ...messageTerms(session, chosen, counter)];
    },
  };
}

function statesUsage({ index: { runs } }: Session, run: number | null): boolean {
  const asked = run === null ? runs.runs : runs.runs.slice(run, run + 1);
  return asked.some(({ usage }) => usage !== null);
}

function messagesStateUsage({ index: { messages } }: Session, ofRuns: ReadonlySet<number>): boolean {
  return [...messages.usageByRun().keys()].some((own) => ofRuns.has(own));
}

function messageTerms(session: Session, chosen: readonly number[], counter: Counter): FigureTerm[] {
  const { messages } = session.index;
  const search = new LargestSearch(session, counter, chosen.length * MAX_ROWS_A_MESSAGE);
  return chosen.map((message) => {
    const value = messages.largest(message, counter);
    const { row, frames } = search.find(message, value);
    const others = frames > 1 ? ` It has ${frames} frames; they do not add up.` : '';
    return {
      label: 'API message',
      frame: row + 1,
      otherFrame: null,
      run: messages.run(message) + 1,
      value,
      stated: null,
      note: others === '' ? null : `The largest value of this message.${others}`,
    };
  });
}

/** Finds the frame of a message where the largest value of a counter stands, by scanning its frames as the index did. */
class LargestSearch {
  private readonly scanner = new FrameScanner();

  constructor(
    private readonly session: Session,
    private readonly counter: Counter,
    private left: number,
  ) {}

  /** The first row that states `value`, else the message's first row; and how many frames the message has, 0 if that is not known. */
  find(message: number, value: number): { row: number; frames: number } {
    const { table, messages } = this.session.index;
    let frames = 0;
    let found = -1;
    let read = 0;
    const last = messages.lastRow(message);
    for (let row = messages.firstRow(message); row <= last && this.left > 0; row++, this.left--) {
      if (table.message(row) !== message + 1 || (table.flags(row) & RowFlag.Replay) !== 0) continue;
      frames++;
      if (found >= 0 || read++ >= MAX_READ) continue;
      if (this.states(row) === value) found = row;
    }
    return { row: found >= 0 ? found : messages.firstRow(message), frames: this.left > 0 ? frames : 0 };
  }

  private states(row: number): number {
    if (this.session.index.table.length(row) > MAX_BYTES) return -1;
    const text = this.session.jsonText(row);
    text.copy(this.scanner.reserve(text.length));
    return this.scanner.scanFrame(0, text.length) < 0 ? -1 : this.scanner.usage(this.counter);
  }
}
