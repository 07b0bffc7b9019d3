import type { LensName, Reading } from '../../protocol/lenses/lens';
import type { CutText } from '../answer-types';

export interface LensEvent {
  /** The event's own type, such as "output_produced". */
  type: string;
  /** Its short fields, as they stand. */
  facts: { label: string; value: string }[];
  /** The whole event as pretty JSON. */
  json: CutText;
  /** Earlier frames that it was made from, and how many more there are. */
  from: number[];
  fromLeftOff: number;
  /** What the corrected reading changed, one sentence each. */
  corrected: string[];
  /** How OpenASE's page draws it; null when it draws nothing, and for other lenses. */
  drawnAs: string | null;
}

export interface LensDropped {
  what: string;
  why: string;
}

/** What a lens derives from one frame. */
export interface LensAnswer {
  frame: number;
  lens: LensName;
  reading: Reading;
  /** "reading": the lens has not come to this frame; ask again. It goes on from `readTo`. */
  state: 'ready' | 'reading';
  /** Frames that the lens has read on its way here. */
  readTo: number;
  events: LensEvent[];
  /** Events that are counted but not listed. */
  eventsLeftOff: number;
  dropped: LensDropped[];
  droppedLeftOff: number;
}
