import type { JsonObject } from '../json-values';

/** Kinds of one family share a hue. "new" is a kind that no published type file and no recording knows. */
export type FrameFamily =
  | 'system'
  | 'assistant'
  | 'user'
  | 'result'
  | 'task'
  | 'stream'
  | 'control'
  | 'rate'
  | 'file'
  | 'new';

/** The type of a frame that states none (CLI before 0.2.118, or a foreign object). */
export const NO_TYPE = '(no type)';

/** Who writes a frame to whom; "disk": the CLI to its own session file. */
export type Direction = 'to-host' | 'to-cli' | 'both' | 'disk';

/** Where frames of a kind are found; "bridge": added by a program between the CLI and its reader. */
export type Place = 'stdout' | 'stdin' | 'disk' | 'bridge';

/** First and last CLI version; without the last one the newest known version has it too. */
export type Versions = readonly [first: string, last?: string];

/**
 * How a kind is known: the CLI versions whose published type files declare it (of 22 samples, 2.0.0 to 2.1.332) and those
 * in whose recordings it was seen on stdout or on disk (of 19 samples, 0.2.74 to 2.1.332). An edge may lie anywhere
 * between two samples.
 */
export interface Evidence {
  published?: Versions;
  stdout?: Versions;
  disk?: Versions;
}

/** What a summary rule says. `strong` stands before the text; `detail` replaces the second part of the kind. */
export interface Said {
  strong?: string;
  text: string;
  detail?: string;
}

/**
 * Says in one line what a frame of the kind is about. The frame may hold anything, whatever the published types say. With
 * `partial` it is the beginning of a longer one: then nothing is counted that may go on beyond it.
 */
export type SummaryRule = (frame: JsonObject, partial: boolean) => string | Said;

export interface FrameKind {
  /** `type`, `type/subtype`, or with the form that stands deeper in the frame: "control_request/can_use_tool". */
  name: string;
  family: FrameFamily;
  /** One plain sentence for people. */
  meaning: string;
  direction: Direction;
  places: readonly Place[];
  evidence: Evidence;
  summary: SummaryRule;
  /** Session files never hold it: a file that does is a recorded stream. */
  streamOnly: boolean;
  /** Unknown forms below it are of its family all the same. */
  open: boolean;
}

interface Traits {
  direction: Direction;
  /** Where else than on stdout or disk. */
  place?: Place;
  streamOnly?: boolean;
  open?: boolean;
}

/** One entry of the catalogue. */
export function frameKind(
  name: string,
  family: FrameFamily,
  evidence: Evidence,
  traits: Traits,
  meaning: string,
  summary: SummaryRule,
): FrameKind {
  const { direction, place, streamOnly = false, open = false } = traits;
  return {
    name,
    family,
    meaning,
    direction,
    places: placesOf(evidence, direction, place),
    evidence,
    summary,
    streamOnly,
    open,
  };
}

function placesOf(evidence: Evidence, direction: Direction, place: Place | undefined): Place[] {
  if (place === 'bridge') return ['bridge'];
  const places: Place[] = [];
  if (direction === 'to-host' || direction === 'both') places.push('stdout');
  if (direction === 'to-cli' || direction === 'both') places.push('stdin');
  if (direction === 'disk' || evidence.disk !== undefined) places.push('disk');
  return places;
}

/** What the CLI tells the program that started it. */
export const TO_HOST: Traits = { direction: 'to-host' };
/** What the CLI keeps in its session files only. */
export const ON_DISK: Traits = { direction: 'disk' };
