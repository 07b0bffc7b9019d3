import { InvalidRequestError } from '../protocol/errors';
import type { LensName, Reading } from '../protocol/lenses/lens';
import type {
  Call,
  FieldList,
  FieldMarks,
  FrameDetail,
  ImageSlice,
  Listing,
  ListPlace,
  NextClass,
  Progress,
  Report,
  RowPage,
  StreamedMessage,
  TextForm,
  TextSlice,
} from './answer-types';
import { agentPage } from './answers/agents/agent-page';
import type { AgentPage } from './answers/agents/agent-types';
import { conversationTree } from './answers/branches/branch-list';
import type { ConversationTree } from './answers/branches/branch-types';
import { callGroups, callPlace, callTable } from './answers/call-table/call-table';
import type { CallGroups, CallPage, CallPlace, CallTableView } from './answers/call-table/call-table-types';
import { diagnosticGroups, diagnosticPage } from './answers/diagnostics/diagnostic-groups';
import type { DiagnosticPage, Diagnostics } from './answers/diagnostics/diagnostic-types';
import { type FigureQuestion, figureOf } from './answers/figures/figure';
import type { Figure } from './answers/figures/figure-types';
import { callsOf } from './answers/frame/calls';
import { frameDetail } from './answers/frame/frame-detail';
import { FrameImages } from './answers/frame/frame-image';
import { frameMatches } from './answers/frame/frame-matches';
import { FrameTexts } from './answers/frame/frame-text';
import { streamedMessage } from './answers/frame/streamed-message';
import { frameLinks } from './answers/links/frame-links';
import type { FrameLinks } from './answers/links/frame-links-types';
import { reportOf } from './answers/report/report';
import { nextFrame } from './answers/rows/next-frame';
import { rowPage } from './answers/rows/row-page';
import { taskEvents, taskPage } from './answers/turns/task-page';
import { turnPage } from './answers/turns/turn-page';
import type { TaskEventPage, TaskPage, TurnPage } from './answers/turns/turn-types';
import { prepareConversation } from './conversation/conversation';
import { FieldAnswers } from './fields/frame-fields';
import { IndexCache } from './index-cache/index-cache';
import { IndexKeeping } from './index-cache/index-keeping';
import { lensAnswer } from './lenses/lens-answer';
import type { LensAnswer } from './lenses/lens-types';
import { SessionLenses } from './lenses/session-lenses';
import { Following } from './live/following';
import { facetsOf } from './matching/facets';
import type { Facets, FrameMatches, MatchProgress, MatchState, NextMatch } from './matching/match-types';
import { nextMatch } from './matching/next-match';
import { Session, type SessionOptions } from './session/session';
import { spanPage } from './timeline/span-facts';
import { timelineOutline } from './timeline/timeline-outline';
import { type SliceQuestion, timelineSlice } from './timeline/timeline-slice';
import type { SpanPage, TimelineOutline, TimelineSlice } from './timeline/timeline-types';
import { usageSeries } from './usage/usage-series';
import type { UsageSeries } from './usage/usage-types';

/** The answers to the engine contract's requests, one function a request. */
export interface EngineHandlers {
  progress(input: { session: number }): Progress;
  report(input: { session: number }): Report;
  rows(input: {
    session: number;
    from: number;
    count: number;
    listing?: Listing | undefined;
    mark?: string | undefined;
  }): RowPage;
  match(input: { session: number; expression: string }): MatchState;
  unmatch(input: { session: number; expression: string }): null;
  nextMatch(input: {
    session: number;
    expression: string;
    from: number;
    direction: 'forward' | 'backward';
    listing?: Listing | undefined;
  }): NextMatch;
  facets(input: { session: number; expression: string | null }): Facets;
  frameMatches(input: {
    session: number;
    frame: number;
    form: 'exact' | 'pretty';
    expression: string;
  }): FrameMatches;
  place(input: { session: number; frame: number; listing: Listing }): ListPlace;
  message(input: { session: number; frame: number }): StreamedMessage | null;
  frame(input: { session: number; frame: number }): FrameDetail;
  calls(input: { session: number; frame: number }): Call[];
  text(input: { session: number; frame: number; form: TextForm; from: number; count: number }): TextSlice;
  conversation(input: { session: number }): ConversationTree | null;
  links(
    input: { session: number; frame: number; search: boolean },
    context?: { signal: AbortSignal },
  ): Promise<FrameLinks>;
  fields(input: { session: number; frame: number }): FieldList;
  fieldMarks(input: { session: number; frame: number; from: number; count: number }): FieldMarks;
  image(input: {
    session: number;
    frame: number;
    path: readonly (string | number)[];
    from: number;
    count: number;
  }): ImageSlice;
  next(input: { session: number; from: number; direction: 'forward' | 'backward'; what: NextClass }): {
    frame: number | null;
  };
  turns(input: { session: number; from: number; count: number }): TurnPage;
  tasks(input: { session: number; from: number; count: number }): TaskPage;
  taskEvents(input: { session: number; task: string; from: number; count: number }): TaskEventPage;
  diagnostics(input: { session: number }): Diagnostics;
  diagnosticFrames(input: { session: number; code: string; from: number; count: number }): DiagnosticPage;
  figure(input: { session: number } & FigureQuestion): Figure;
  agents(input: { session: number; from: number; count: number }): AgentPage;
  callTable(input: { session: number; from: number; count: number } & CallTableView): CallPage;
  callGroups(input: { session: number }): CallGroups;
  callPlace(input: { session: number; frame: number; call?: number | undefined } & CallTableView): CallPlace;
  lens(
    input: { session: number; frame: number; lens: LensName; reading: Reading },
    context?: { signal: AbortSignal },
  ): Promise<LensAnswer>;
  timelineOutline(
    input: { session: number; gapMs: number },
    context?: { signal: AbortSignal },
  ): Promise<TimelineOutline>;
  timeline(
    input: { session: number } & SliceQuestion,
    context?: { signal: AbortSignal },
  ): Promise<TimelineSlice>;
  spans(
    input: { session: number; from: number; count: number },
    context?: { signal: AbortSignal },
  ): Promise<SpanPage>;
  usageSeries(input: { session: number; points: number }): UsageSeries;
  cancelIndex(input: { session: number }): Progress;
}

interface OpenSession {
  session: Session;
  texts: FrameTexts;
  images: FrameImages;
  fields: FieldAnswers;
  lenses: SessionLenses;
  following: Following | null;
  keeping: IndexKeeping | null;
}

export interface EngineOptions extends SessionOptions {
  /** A folder in which indexes are kept; absent: nowhere. */
  indexCache?: string | undefined;
}

export interface Engine {
  /** Opens a file and indexes its first rows; the rest goes on by itself. Rejects with SourceError. */
  open(session: number, path: string): Promise<void>;
  close(session: number): void;
  handlers: EngineHandlers;
  /** Progress of all sessions, at most every 50 ms each. Returns a function that ends the subscription. */
  onProgress(listener: (progress: Progress) => void): () => void;
  /** How far expressions are looked for, at most every 50 ms for each session. */
  onMatch(listener: (progress: MatchProgress) => void): () => void;
}

function answersOf(session: Session): Pick<OpenSession, 'texts' | 'images' | 'fields' | 'lenses'> {
  const texts = new FrameTexts(session);
  return {
    texts,
    images: new FrameImages(session),
    fields: new FieldAnswers(session, texts),
    lenses: new SessionLenses(session),
  };
}

/** `follow` keeps the files that are open up to date. */
export function createEngine({ indexCache, ...options }: EngineOptions = {}): Engine {
  const cache = indexCache === undefined ? null : new IndexCache(indexCache);
  const sessions = new Map<number, OpenSession>();
  const listeners = new Set<(progress: Progress) => void>();
  const matchListeners = new Set<(progress: MatchProgress) => void>();
  const tell = (progress: Progress) => {
    for (const listener of listeners) listener(progress);
  };

  function find(id: number): OpenSession {
    const entry = sessions.get(id);
    if (entry === undefined) throw new InvalidRequestError(`There is no open session with the number ${id}.`);
    // A question is a good moment to notice that the file is another one by now.
    void entry.session.changed;
    return entry;
  }

  function findRow(id: number, frame: number) {
    const entry = find(id);
    const { rows } = entry.session.index.table;
    if (frame > rows)
      throw new InvalidRequestError(`There is no frame ${frame}: the session has ${rows} so far.`);
    return { ...entry, row: frame - 1 };
  }

  /** `isRight`: the file still holds what is indexed. */
  function close(id: number, isRight: boolean): void {
    const entry = sessions.get(id);
    entry?.keeping?.close(isRight);
    entry?.following?.close();
    entry?.lenses.close();
    entry?.session.close();
    sessions.delete(id);
  }

  /** `note`: why it is read anew; null when it is opened for the first time. Throws SourceError. */
  function open(id: number, path: string, note: string | null): void {
    const session = Session.open(id, path, tell, {
      whenIndexed: prepareConversation,
      // What has to be read anew is not what was kept.
      keptIndexes: note === null ? (cache ?? undefined) : undefined,
      ...options,
      onRowsTakenBack: () => Object.assign(entry, answersOf(session)),
    });
    // What was open stays until the new one is there.
    close(id, note === null);
    const entry: OpenSession = { session, ...answersOf(session), following: null, keeping: null };
    const { generation } = session.progress;
    session.matches.onProgress = (states) => {
      for (const state of states)
        for (const listener of matchListeners) listener({ session: id, generation, ...state });
    };
    sessions.set(id, entry);
    tell(session.progress);
    // The first rows are there: their answer goes before the rest of the file.
    setImmediate(() => readOn(entry, note).catch((error) => session.stop(error)));
  }

  async function readOn(entry: OpenSession, note: string | null): Promise<void> {
    const { session } = entry;
    await session.indexAll();
    if (cache !== null && session.state === 'done' && sessions.get(session.id) === entry)
      entry.keeping = new IndexKeeping(cache, session);
    if (!options.follow || session.state !== 'done' || sessions.get(session.id) !== entry) return;
    const follow = (why: string | null) => {
      try {
        entry.following = new Following(session, { startAnew }, why);
        session.tellProgress();
      } catch (error) {
        session.stop(error);
      }
    };
    const startAnew = (reason: string | null) => {
      try {
        open(session.id, session.path, reason);
      } catch (error) {
        // It cannot be read in this moment: what was read stays, and it is looked at until it can be.
        follow((error as Error).message);
      }
    };
    follow(note);
    session.tellNow();
  }

  return {
    async open(id, path) {
      close(id, true);
      open(id, path, null);
    },
    close: (id) => close(id, true),
    onProgress(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onMatch(listener) {
      matchListeners.add(listener);
      return () => matchListeners.delete(listener);
    },
    handlers: {
      progress: ({ session }) => find(session).session.progress,
      report: ({ session }) => reportOf(find(session).session),
      rows: ({ session, from, count, listing, mark }) =>
        rowPage(find(session).session, from, count, listing, mark),
      match: ({ session, expression }) => find(session).session.matches.of(expression).state,
      unmatch: ({ session, expression }) => {
        find(session).session.matches.stop(expression);
        return null;
      },
      nextMatch: ({ session, expression, from, direction, listing }) =>
        nextMatch(find(session).session, expression, from, direction, listing),
      facets: ({ session, expression }) => facetsOf(find(session).session, expression),
      place: ({ session, frame, listing }) => findRow(session, frame).session.listings.place(frame, listing),
      message: ({ session, frame }) => {
        const found = findRow(session, frame);
        return streamedMessage(found.session, found.row);
      },
      frame: ({ session, frame }) => {
        const found = findRow(session, frame);
        return frameDetail(found.session, found.row, found.texts);
      },
      calls: ({ session, frame }) => {
        const found = findRow(session, frame);
        return callsOf(found.session, found.row);
      },
      text: ({ session, frame, form, from, count }) => {
        const found = findRow(session, frame);
        return found.texts.slice(found.row, form, from, count);
      },
      frameMatches: ({ session, frame, form, expression }) => {
        const found = findRow(session, frame);
        return frameMatches(found.session, found.row, form, expression, found.texts);
      },
      conversation: ({ session }) => conversationTree(find(session).session),
      links: async ({ session, frame, search }, context) => {
        const found = findRow(session, frame);
        return frameLinks(found.session, found.row, search, context?.signal);
      },
      fields: ({ session, frame }) => {
        const found = findRow(session, frame);
        return found.fields.list(found.row);
      },
      fieldMarks: ({ session, frame, from, count }) => {
        const found = findRow(session, frame);
        return found.fields.marks(found.row, from, count);
      },
      image: ({ session, frame, path, from, count }) => {
        const found = findRow(session, frame);
        return found.images.slice(found.row, path, from, count);
      },
      next: ({ session, from, direction, what }) => ({
        frame: nextFrame(find(session).session, from, direction, what),
      }),
      turns: ({ session, from, count }) => turnPage(find(session).session, from, count),
      tasks: ({ session, from, count }) => taskPage(find(session).session, from, count),
      taskEvents: ({ session, task, from, count }) => taskEvents(find(session).session, task, from, count),
      diagnostics: ({ session }) => diagnosticGroups(find(session).session),
      diagnosticFrames: ({ session, code, from, count }) =>
        diagnosticPage(find(session).session, code, from, count),
      figure: ({ session, ...question }) => figureOf(find(session).session, question),
      agents: ({ session, from, count }) => agentPage(find(session).session, from, count),
      callTable: ({ session, from, count, ...view }) => callTable(find(session).session, view, from, count),
      callGroups: ({ session }) => callGroups(find(session).session),
      callPlace: ({ session, frame, call, ...view }) => {
        const found = findRow(session, frame);
        return callPlace(found.session, found.row, view, call);
      },
      lens: async ({ session, frame, lens, reading }, context) => {
        const found = findRow(session, frame);
        return lensAnswer(found.lenses.reader(lens, reading), found.row, context?.signal);
      },
      timelineOutline: ({ session, gapMs }, context) =>
        timelineOutline(find(session).session, gapMs, context?.signal),
      timeline: ({ session, ...question }, context) =>
        timelineSlice(find(session).session, question, context?.signal),
      spans: ({ session, from, count }, context) =>
        spanPage(find(session).session, from, count, context?.signal),
      usageSeries: ({ session, points }) => usageSeries(find(session).session, points),
      cancelIndex: ({ session }) => {
        find(session).session.cancel();
        return find(session).session.progress;
      },
    },
  };
}
