import type { JsonObject } from '../json-values';
import type { LensFrame } from './lens-frame';

/**
 * A lens says, frame by frame, what another system derives from the same frames. It is fed every row of a file in
 * order and answers each with the events that this row produced and with what was dropped, and why.
 *
 * The readings: "strict" is what that system does, its bugs and traps included; "corrected" is the sensible reading of
 * the same frames, and says on every event what it corrected.
 */
export const LENS_NAMES = ['openase', 'openase-chat', 'agent-events', 'agent-events-pane'] as const;
export type LensName = (typeof LENS_NAMES)[number];

export const READINGS = ['strict', 'corrected'] as const;
export type Reading = (typeof READINGS)[number];

/** Whose lens it is, in words: OpenASE's agent runtime and its chat, AgentMux's backend and its pane. */
export const LENS_TITLES: Readonly<Record<LensName, string>> = {
  openase: 'OpenASE',
  'openase-chat': 'OpenASE chat',
  'agent-events': 'AgentMux',
  'agent-events-pane': 'AgentMux pane',
};

export interface DerivedEvent {
  /** The event with its `type`, as that system hands it on. */
  event: JsonObject & { readonly type: string };
  /** Earlier frames that it was made from, in order; the frame that produced it is not among them. */
  from: readonly number[];
  /** Frames that are counted but not listed in `from`. */
  fromLeftOff: number;
  /** What the corrected reading changed, one sentence each; empty in the strict reading. */
  corrected: readonly string[];
}

export interface Dropped {
  /** The part that produced nothing: "frame", "block 2 (thinking)", "field usage". */
  what: string;
  /** One plain sentence. */
  why: string;
}

export interface LensStep {
  events: DerivedEvent[];
  dropped: Dropped[];
}

export interface Lens {
  /** The next row. Never throws, whatever the row holds. */
  feed(frame: LensFrame): LensStep;
  /** The input ended: what is still open is told or dropped. */
  end(): LensStep;
  /** A lens that goes on from the same place, on its own. */
  copy(): Lens;
}

/** What a lens writes down while it reads one frame. */
export class StepWriter implements LensStep {
  readonly events: DerivedEvent[] = [];
  readonly dropped: Dropped[] = [];

  emit(
    event: DerivedEvent['event'],
    more: { from?: FrameTrail | number[]; corrected?: string[] } = {},
  ): void {
    const trail = Array.isArray(more.from) ? { frames: more.from, leftOff: 0 } : more.from;
    this.events.push({
      event,
      from: [...(trail?.frames ?? [])],
      fromLeftOff: trail?.leftOff ?? 0,
      corrected: more.corrected ?? [],
    });
  }

  drop(what: string, why: string): void {
    this.dropped.push({ what, why });
  }
}

const MAX_TRAIL = 40;

/** The frames that something was put together from: the first ones are listed, the others counted. */
export class FrameTrail {
  constructor(
    readonly frames: number[] = [],
    public leftOff = 0,
  ) {}

  add(frame: number): void {
    if (this.frames.at(-1) === frame) return;
    if (this.frames.length < MAX_TRAIL) this.frames.push(frame);
    else this.leftOff++;
  }

  /** The trail without the frame that is at hand now. */
  before(frame: number): FrameTrail {
    return this.frames.at(-1) === frame ? new FrameTrail(this.frames.slice(0, -1), this.leftOff) : this;
  }

  copy(): FrameTrail {
    return new FrameTrail([...this.frames], this.leftOff);
  }
}
