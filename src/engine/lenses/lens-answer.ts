import { jsonText } from '../../protocol/json-text';
import { fieldOf } from '../../protocol/json-values';
import type { DerivedEvent, LensName, LensStep, Reading } from '../../protocol/lenses/lens';
import { pageBlock } from '../../protocol/lenses/openase/agent/page-blocks';
import { prettyJson } from '../../protocol/pretty-json';
import { cutText } from '../answers/frame/calls';
import type { LensReader } from './lens-reader';
import type { LensAnswer, LensEvent } from './lens-types';

const MAX_EVENTS = 40;
const MAX_DROPPED = 100;
const MAX_FACTS = 16;
const MAX_FACT_UNITS = 300;
const MAX_EVENT_UNITS = 20_000;
/** All events share this: the answer travels in one message of less than 1 MB. */
const MAX_ANSWER_UNITS = 240_000;
const MAX_SENTENCE_UNITS = 400;
const MAX_SENTENCES = 20;

/** What a lens derives from a row. Takes at most about a quarter of a second: then it says how far the lens is. */
export async function lensAnswer(reader: LensReader, row: number, signal?: AbortSignal): Promise<LensAnswer> {
  const { name: lens, reading } = reader;
  const answer = await reader.step(row, signal);
  if ('step' in answer) return readyAnswer(answer.step, { frame: row + 1, lens, reading });
  return {
    frame: row + 1,
    lens,
    reading,
    state: 'reading',
    readTo: answer.readTo,
    events: [],
    eventsLeftOff: 0,
    dropped: [],
    droppedLeftOff: 0,
  };
}

function readyAnswer(
  { events, dropped }: LensStep,
  of: { frame: number; lens: LensName; reading: Reading },
): LensAnswer {
  const shown = events.slice(0, MAX_EVENTS);
  const units = Math.min(MAX_EVENT_UNITS, Math.floor(MAX_ANSWER_UNITS / Math.max(1, shown.length)));
  return {
    ...of,
    state: 'ready',
    readTo: of.frame,
    events: shown.map((event) => lensEvent(event, units, of.lens === 'openase')),
    eventsLeftOff: events.length - shown.length,
    dropped: dropped.slice(0, MAX_DROPPED).map(({ what, why }) => ({
      what: what.slice(0, MAX_SENTENCE_UNITS),
      why: why.slice(0, MAX_SENTENCE_UNITS),
    })),
    droppedLeftOff: Math.max(0, dropped.length - MAX_DROPPED),
  };
}

function lensEvent(derived: DerivedEvent, units: number, hasPage: boolean): LensEvent {
  const { event, from, fromLeftOff, corrected } = derived;
  const json = jsonText(event);
  const block = hasPage ? pageBlock(event) : null;
  return {
    type: event.type.slice(0, MAX_FACT_UNITS),
    facts: factsOf(derived),
    json: cutText(prettyJson(json) ?? json, units),
    from: [...from],
    fromLeftOff,
    corrected: corrected.slice(0, MAX_SENTENCES).map((sentence) => sentence.slice(0, MAX_SENTENCE_UNITS)),
    drawnAs: block === null || block.kind === 'other' ? null : block.kind.replace('_', ' '),
  };
}

/** The fields that say most in one line; the others are in the JSON. */
function factsOf({ event }: DerivedEvent): LensEvent['facts'] {
  const facts: LensEvent['facts'] = [];
  for (const label of Object.keys(event)) {
    const value = fieldOf(event, label);
    if (label === 'type' || typeof value === 'object' || value === undefined || value === '') continue;
    if (facts.length >= MAX_FACTS) break;
    const { text, cut } = cutText(String(value), MAX_FACT_UNITS);
    facts.push({ label: label.slice(0, MAX_FACT_UNITS), value: cut > 0 ? `${text}…` : text });
  }
  return facts;
}
