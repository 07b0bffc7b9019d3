import { isBareEvent } from '../../protocol/api-events';
import {
  isFileOnly,
  isStoredRequest,
  isStreamOnly,
  kindOf,
  NO_TYPE,
  OTHER_KINDS,
} from '../../protocol/frame-kinds';
import { Mark, markOf } from '../turns/marks';
import type { IdHash } from './frame-scanner';
import { StringPool } from './id-table';
import type { UnparsedReason } from './row-scanner';

const REASONS: readonly UnparsedReason[] = [
  'torn',
  'noise',
  'nul',
  'not-an-object',
  'blank',
  'binary',
  'oversize',
];

/** A line of the process's standard error. */
const STDERR = 'stderr';

/** Rows keep their kind in 16 bits; a file with more kinds than this is no recording. */
const MAX_KINDS = 65_000;

/** What a frame of the kind tells of its run. */
export interface KindTraits {
  isResult: boolean;
  isInit: boolean;
  /** Session files never hold such frames. */
  isStreamOnly: boolean;
  /** Streams never hold such frames. */
  isFileOnly: boolean;
  /** Its messages are copies of the conversation: their calls, results and usage do not count. */
  isStored: boolean;
  /** Its parent_tool_use_id names the call that makes progress, not a subagent. */
  isToolProgress: boolean;
  /** An API event without its `stream_event` wrapper; of these, the ones that begin and end a message, and a ping. */
  isBareEvent: boolean;
  isBareStart: boolean;
  isBareStop: boolean;
  isBarePing: boolean;
  /** An error of the API without its wrapper. */
  isBareError: boolean;
  /** What its frames tell of turns, prompts, tasks and retries. */
  mark: Mark;
  /** One more try of the same API request: a series of them is one thing. */
  isRetry: boolean;
  /** Counts the thinking of a message that streams in. */
  isThinkingCount: boolean;
}

/**
 * The kinds of a file as small numbers: first the reasons why a piece is no frame, then lines of stderr, then every pair of type and subtype
 * in order of first sight. Both words may hold any character, so kinds are told apart by the pair and not by a text.
 */
export class KindTable {
  private readonly words = new StringPool();
  private readonly types: string[] = [...REASONS.map(() => 'unparsed'), STDERR];
  private readonly subtypes: string[] = [...REASONS, ''];
  private readonly counts: number[] = [...REASONS, STDERR].map(() => 0);
  private readonly traitsOf: KindTraits[] = [...REASONS, STDERR].map(() => NO_TRAITS);
  private readonly byPair = new Map<number, number>();
  private other = -1;

  /** Number of kinds, reasons included. */
  get size(): number {
    return this.types.length;
  }

  type(kind: number): string {
    return this.types[kind] as string;
  }

  /** The reason of an unparsed piece. */
  subtype(kind: number): string {
    return this.subtypes[kind] as string;
  }

  /** `type`, or `type/subtype`; `unparsed/reason` for pieces. */
  text(kind: number): string {
    return kindOf(this.type(kind), this.subtype(kind));
  }

  traits(kind: number): KindTraits {
    return this.traitsOf[kind] as KindTraits;
  }

  isUnparsed(kind: number): boolean {
    return kind < REASONS.length;
  }

  /** Rows of this kind are lines of the process's standard error. */
  isStderr(kind: number): boolean {
    return kind === REASONS.length;
  }

  /** Rows of this kind are frames. */
  isFrame(kind: number): boolean {
    return kind > REASONS.length;
  }

  get stderr(): number {
    return REASONS.length;
  }

  rows(kind: number): number {
    return this.counts[kind] as number;
  }

  countRow(kind: number): void {
    this.counts[kind] = (this.counts[kind] as number) + 1;
  }

  uncountRow(kind: number): void {
    this.counts[kind] = (this.counts[kind] as number) - 1;
  }

  /** The types and subtypes are those of a saved table by now: finds out what their kinds tell. */
  tellTraits(): void {
    for (let kind = REASONS.length + 1; kind < this.types.length; kind++)
      this.traitsOf[kind] = traitsOf(this.type(kind), this.subtype(kind));
    this.traitsOf.length = this.types.length;
  }

  ofReason(reason: UnparsedReason): number {
    return REASONS.indexOf(reason);
  }

  /** Number of a word (a type or a subtype) with this hash; `text` is asked for when it is new. */
  word(hash: IdHash, text: () => string): number {
    const known = this.words.find(hash);
    return known >= 0 ? known : this.words.addHashed(hash, text());
  }

  /** Kind of a type and a subtype by their words; -1 stands for a word that is not stated. */
  ofWords(type: number, subtype: number): number {
    const pair = (type + 1) * 0x1000000 + (subtype + 1);
    return this.byPair.get(pair) ?? this.add(pair, type, subtype);
  }

  private add(pair: number, typeWord: number, subtypeWord: number): number {
    if (this.types.length >= MAX_KINDS) {
      if (this.other < 0) this.other = this.push(OTHER_KINDS, '');
      return this.other;
    }
    const type = typeWord < 0 ? NO_TYPE : this.words.text(typeWord);
    const kind = this.push(type, typeWord < 0 || subtypeWord < 0 ? '' : this.words.text(subtypeWord));
    this.byPair.set(pair, kind);
    return kind;
  }

  private push(type: string, subtype: string): number {
    this.types.push(type);
    this.subtypes.push(subtype);
    this.counts.push(0);
    this.traitsOf.push(traitsOf(type, subtype));
    return this.types.length - 1;
  }
}

function traitsOf(type: string, subtype: string): KindTraits {
  return {
    isResult: type === 'result',
    isInit: type === 'system' && subtype === 'init',
    isStreamOnly: isStreamOnly(type, subtype) || isBareEvent(type),
    isFileOnly: isFileOnly(type),
    isStored: isStoredRequest(type),
    isToolProgress: type === 'tool_progress',
    isBareEvent: isBareEvent(type),
    isBareStart: type === 'message_start',
    isBareStop: type === 'message_stop',
    isBarePing: type === 'ping',
    isBareError: type === 'error',
    mark: markOf(type, subtype),
    // `api_retry` on stdout (2.1.88 on), `api_error` with `retryAttempt` in session files (case 070).
    isRetry: type === 'system' && (subtype === 'api_retry' || subtype === 'api_error'),
    isThinkingCount: type === 'system' && subtype === 'thinking_tokens',
  };
}

const NO_TRAITS: KindTraits = {
  isResult: false,
  isInit: false,
  isStreamOnly: false,
  isFileOnly: false,
  isStored: false,
  isToolProgress: false,
  isBareEvent: false,
  isBareStart: false,
  isBareStop: false,
  isBarePing: false,
  isBareError: false,
  mark: Mark.None,
  isRetry: false,
  isThinkingCount: false,
};
