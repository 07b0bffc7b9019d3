import { z } from 'zod';
import type {
  Call,
  FieldList,
  FieldMarks,
  FrameDetail,
  ImageSlice,
  ListPlace,
  Progress,
  Report,
  RowPage,
  StreamedMessage,
  TextSlice,
} from '../engine/answer-types';
import type { AgentPage } from '../engine/answers/agents/agent-types';
import type { ConversationTree } from '../engine/answers/branches/branch-types';
import type { CallGroups, CallPage, CallPlace } from '../engine/answers/call-table/call-table-types';
import type { DiagnosticPage, Diagnostics } from '../engine/answers/diagnostics/diagnostic-types';
import type { Figure } from '../engine/answers/figures/figure-types';
import type { FrameLinks } from '../engine/answers/links/frame-links-types';
import type { TaskEventPage, TaskPage, TurnPage } from '../engine/answers/turns/turn-types';
import type { LensAnswer } from '../engine/lenses/lens-types';
import type {
  Facets,
  FrameMatches,
  MatchProgress,
  MatchState,
  NextMatch,
} from '../engine/matching/match-types';
import type { SpanPage, TimelineOutline, TimelineSlice } from '../engine/timeline/timeline-types';
import type { UsageSeries } from '../engine/usage/usage-types';
import { FIGURE_NAMES } from '../protocol/figure-catalogue';
import { MAX_EXPRESSION_UNITS } from '../protocol/filter/filter-words';
import { LENS_NAMES, READINGS } from '../protocol/lenses/lens';
import { callView } from './call-view';

/**
 * What the window may ask the engine, over the direct port between them. Sessions are named by the id that
 * the main process gave when the user opened them; there is no request that takes a path.
 *
 * Inputs come from a page that shows untrusted content, so they are checked at run time. Answers come from our
 * own engine: their types are the engine's, and nothing is checked twice.
 */

/** The window asks for at most one screen and a margin at a time (one round trip of 200 rows: about 1 ms). */
export const MAX_ROWS_PER_PAGE = 200;
/** Messages that a list shows unfolded, one by one; beyond it is better to unfold all. */
export const MAX_OPEN_MESSAGES = 500;
/** Diagnostics and terms of a figure at a time: a million of them still travel in small messages. */
export const MAX_PER_PAGE = 200;
/** Texts travel in slices of at most this many UTF-16 units, far below the 1 MB cap of one message. */
export const MAX_TEXT_SLICE = 256 * 1024;

const session = z.number().int().nonnegative();
const frame = z.number().int().positive();
/** Of a slice of the timeline: with these its bins are less than half of the 1 MB of a message. */
export const MAX_TIMELINE_BINS = 2048;
export const MAX_TIMELINE_LANES = 64;
/** Messages and results of the Usage view: one is about 150 bytes. */
export const MAX_USAGE_POINTS = 2000;
/** Turns and tasks travel in pages: one is less than 4 KB. */
export const MAX_TURNS_PER_PAGE = 100;
const pageCount = z.number().int().min(1).max(MAX_TURNS_PER_PAGE);

/** Of the filter language. A request whose expression cannot be read is refused with a sentence for the user. */
const expression = z.string().max(MAX_EXPRESSION_UNITS);

/** Which rows a list shows; `from` of a page is a position in it. Without one it is every row. */
const listing = z.object({
  unfolded: z.boolean(),
  open: z.array(frame).max(MAX_OPEN_MESSAGES),
  filter: expression.optional(),
});

const fromZero = z.number().int().nonnegative();
const perPage = z.number().int().min(1).max(MAX_PER_PAGE);

const answer = <T>() => z.custom<T>();

export const engineContract = {
  requests: {
    /** The state of the index now. The same data comes as "progress" events. */
    progress: { input: z.object({ session }), output: answer<Progress>() },
    report: { input: z.object({ session }), output: answer<Report>() },
    rows: {
      input: z.object({
        session,
        from: frame,
        count: z.number().int().min(1).max(MAX_ROWS_PER_PAGE),
        listing: listing.optional(),
        /** Rows that match it are marked as hits. */
        mark: expression.optional(),
      }),
      output: answer<RowPage>(),
    },
    /**
     * How far the rows are looked at that match an expression. Looking begins with the first request that names it, and
     * goes on by itself; "match" events tell how far it is. At most four are kept, those that were asked for last.
     */
    match: { input: z.object({ session, expression }), output: answer<MatchState>() },
    /** The expression is looked for no longer. */
    unmatch: { input: z.object({ session, expression }), output: answer<null>() },
    /** The next frame that matches, wrapping at the ends; of a list with a filter only frames that this lets through. */
    nextMatch: {
      input: z.object({
        session,
        expression,
        from: fromZero,
        direction: z.enum(['forward', 'backward']),
        listing: listing.optional(),
      }),
      output: answer<NextMatch>(),
    },
    /** How often each kind and tool occurs, and how often among the rows that match. */
    facets: { input: z.object({ session, expression: expression.nullable() }), output: answer<Facets>() },
    /** Where the texts of an expression stand in a text of a frame, for marks in it. */
    frameMatches: {
      input: z.object({ session, frame, form: z.enum(['exact', 'pretty']), expression }),
      output: answer<FrameMatches>(),
    },
    /** Where a frame stands in a list. */
    place: { input: z.object({ session, frame, listing }), output: answer<ListPlace>() },
    /** The API message that a frame belongs to, put together from its events; null when it has none. */
    message: { input: z.object({ session, frame }), output: answer<StreamedMessage | null>() },
    frame: { input: z.object({ session, frame }), output: answer<FrameDetail>() },
    /** Every call or result that the frame holds, with both ends. At most 100. */
    calls: { input: z.object({ session, frame }), output: answer<Call[]>() },
    /**
     * A slice of a frame's text. "exact" decodes its bytes (bytes that are no UTF-8 become U+FFFD), "pretty"
     * re-indents the JSON token by token (numbers, escapes, key order and duplicates stay), "hex" is a dump.
     */
    text: {
      input: z.object({
        session,
        frame,
        form: z.enum(['exact', 'pretty', 'hex']),
        from: z.number().int().nonnegative(),
        count: z.number().int().min(1).max(MAX_TEXT_SLICE),
      }),
      output: answer<TextSlice>(),
    },
    /** The branches of a session file; null for a stream, and while the file is indexed. */
    conversation: { input: z.object({ session }), output: answer<ConversationTree | null>() },
    /**
     * The ids of a frame and the frames it belongs with. With `search` also those that only a look through the file finds,
     * at most 64 MB around the frame; cancel it when nobody waits any more.
     */
    links: { input: z.object({ session, frame, search: z.boolean() }), output: answer<FrameLinks>() },
    /** Every field of a frame with its provenance. */
    fields: { input: z.object({ session, frame }), output: answer<FieldList>() },
    /** Which field stands on which line of a slice of the pretty text; slices as in "text". */
    fieldMarks: {
      input: z.object({
        session,
        frame,
        from: z.number().int().nonnegative(),
        count: z.number().int().min(1).max(MAX_TEXT_SLICE),
      }),
      output: answer<FieldMarks>(),
    },
    /** A slice of the base64 data of a picture; `path` is that of its detail block. Only what the window can draw. */
    image: {
      input: z.object({
        session,
        frame,
        path: z.array(z.union([z.string().max(64), z.number().int().nonnegative()])).max(16),
        from: z.number().int().nonnegative(),
        count: z.number().int().min(1).max(MAX_TEXT_SLICE),
      }),
      output: answer<ImageSlice>(),
    },
    /** The next frame after (or before) `from` of a class, wrapping at the ends; null when there is none. */
    next: {
      input: z.object({
        session,
        from: z.number().int().nonnegative(),
        direction: z.enum(['forward', 'backward']),
        what: z.enum(['error', 'unparsed', 'unlinked', 'diagnostic']),
      }),
      output: answer<{ frame: number | null }>(),
    },
    /** Turns from the `from`-th one on (the first is 0), by the frame that they begin with. */
    turns: { input: z.object({ session, from: fromZero, count: pageCount }), output: answer<TurnPage>() },
    /** Tasks of both layers, one for each task_id, from the `from`-th one on. */
    tasks: { input: z.object({ session, from: fromZero, count: pageCount }), output: answer<TaskPage>() },
    /** Frames of one task; "tasks" gives its first ones. */
    taskEvents: {
      input: z.object({ session, task: z.string().max(1000), from: fromZero, count: pageCount }),
      output: answer<TaskEventPage>(),
    },
    /** Everything that is to be said of the file, by code: what it means, how often, and the first frames. */
    diagnostics: { input: z.object({ session }), output: answer<Diagnostics>() },
    /** Any of the diagnostics of one code, also those beyond the ones that the report lists. */
    diagnosticFrames: {
      input: z.object({ session, code: z.string().max(200), from: fromZero, count: perPage }),
      output: answer<DiagnosticPage>(),
    },
    /** From which frames a figure comes. Without `run` it is that of the whole file, or of its last run. */
    figure: {
      input: z.object({
        session,
        figure: z.enum(FIGURE_NAMES),
        run: z.number().int().positive().optional(),
        kind: z.string().max(400).optional(),
        from: fromZero,
        count: perPage,
      }),
      output: answer<Figure>(),
    },
    /** Subagents in the order of their tree, from place `from` on (the first is 0). */
    agents: {
      input: z.object({
        session,
        from: z.number().int().nonnegative(),
        count: z.number().int().min(1).max(MAX_ROWS_PER_PAGE),
      }),
      output: answer<AgentPage>(),
    },
    /** The table of all calls, and of results without one, sorted and filtered; positions count from 0. */
    callTable: {
      input: callView.extend({ session, from: fromZero, count: perPage }),
      output: answer<CallPage>(),
    },
    /** Calls that repeat each other, and those that took longest. */
    callGroups: { input: z.object({ session }), output: answer<CallGroups>() },
    /** Where the call of a frame stands in that table; `call` says which of several is meant. */
    callPlace: {
      input: callView.extend({ session, frame, call: fromZero.optional() }),
      output: answer<CallPlace>(),
    },
    /**
     * What another system derives from the frame. A lens reads a file from its beginning: while it has not come to the frame
     * the state is "reading", and asking again goes on.
     */
    lens: {
      input: z.object({ session, frame, lens: z.enum(LENS_NAMES), reading: z.enum(READINGS) }),
      output: answer<LensAnswer>(),
    },
    /** The shape of the timeline; `gapMs`: silences that are worth a mark. */
    timelineOutline: {
      input: z.object({ session, gapMs: z.number().min(1000).max(1e12) }),
      output: answer<TimelineOutline>(),
    },
    /** What the timeline shows between two places of an axis, of the lanes with these ids. */
    timeline: {
      input: z.object({
        session,
        axis: z.enum(['time', 'order', 'bytes']),
        from: z.number(),
        to: z.number(),
        bins: z.number().int().min(1).max(MAX_TIMELINE_BINS),
        lanes: z.array(z.string().max(40)).max(MAX_TIMELINE_LANES),
        /** What is searched for: rows that match are counted as hits. */
        expression: expression.optional(),
      }),
      output: answer<TimelineSlice>(),
    },
    /** Every span of the timeline in order of its begin, from the `from`-th one on (the first is 0). */
    spans: { input: z.object({ session, from: fromZero, count: perPage }), output: answer<SpanPage>() },
    /** Tokens, cost and context over the course of the session; of very many messages `points` are told. */
    usageSeries: {
      input: z.object({ session, points: z.number().int().min(10).max(MAX_USAGE_POINTS) }),
      output: answer<UsageSeries>(),
    },
    /** Stops indexing; what is indexed stays usable. */
    cancelIndex: { input: z.object({ session }), output: answer<Progress>() },
  },
  events: {
    /** At most every 50 ms for each session. */
    progress: answer<Progress>(),
    /** Of each expression that got on; at most every 50 ms for each session. */
    match: answer<MatchProgress>(),
  },
} as const;
export type EngineContract = typeof engineContract;

export type {
  Call,
  CallPicture,
  CallSides,
  CutText,
  DetailBlock,
  Diagnostic,
  Fact,
  Family,
  FieldEntry,
  FieldList,
  FieldMarks,
  Fold,
  Format,
  FrameDetail,
  ImagePlace,
  ImageSlice,
  IndexState,
  KindFacts,
  Listing,
  ListPlace,
  NextClass,
  Outcome,
  Progress,
  Report,
  Row,
  RowPage,
  Run,
  Severity,
  SideStream,
  StreamedBlock,
  StreamedMessage,
  TextForm,
  TextSlice,
  Usage,
} from '../engine/answer-types';
export type {
  AgentEntry,
  AgentPage,
  AgentRelation,
  AgentStatus,
  RelationSource,
} from '../engine/answers/agents/agent-types';
export type { ConversationBranch, ConversationTree } from '../engine/answers/branches/branch-types';
export type {
  CallFilter,
  CallGroup,
  CallGroups,
  CallPage,
  CallPermission,
  CallPlace,
  CallReading,
  CallRow,
  CallSort,
  CallStatus,
  CallTableView,
  ToolFacet,
} from '../engine/answers/call-table/call-table-types';
export type {
  DiagnosticGroup,
  DiagnosticPage,
  Diagnostics,
} from '../engine/answers/diagnostics/diagnostic-types';
export type { Figure, FigureTerm, ModelUsage, ModelUsages } from '../engine/answers/figures/figure-types';
export type {
  FrameLinks,
  RelatedFrame,
  Relation,
  SearchExtent,
} from '../engine/answers/links/frame-links-types';
export type {
  RunEnd,
  SessionTitle,
  TaskCounts,
  TaskEventPage,
  TaskEventPlace,
  TaskInfo,
  TaskPage,
  TaskStatus,
  Turn,
  TurnOutcome,
  TurnPage,
} from '../engine/answers/turns/turn-types';
export type { CaptureRecord } from '../engine/captures/capture-record';
export type { LensAnswer, LensEvent } from '../engine/lenses/lens-types';
export type { LiveFile } from '../engine/live/live-types';
export type {
  Facets,
  FrameMatches,
  MatchProgress,
  MatchState,
  NextMatch,
} from '../engine/matching/match-types';
export type {
  LaneBins,
  LaneKind,
  SpanKind,
  SpanPage,
  SpanState,
  TimelineAxis,
  TimelineGap,
  TimelineLane,
  TimelineOutline,
  TimelinePoint,
  TimelineSlice,
  TimelineSpan,
} from '../engine/timeline/timeline-types';
export type {
  AgentUsage,
  CompactionMark,
  CostStep,
  MessageUsage,
  UsagePlace,
  UsageSeries,
} from '../engine/usage/usage-types';
export type { Identity } from '../protocol/identity/identity';
export type {
  LiveActivity,
  LiveRetry,
  LiveStatus,
  OpenCall,
  PermissionRequest,
} from '../protocol/live/live-status';
