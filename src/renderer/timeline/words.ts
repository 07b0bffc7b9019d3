import type {
  SpanKind,
  SpanState,
  TimelineAxis,
  TimelineOutline,
  TimelinePoint,
  TimelineSpan,
} from '../../ipc/engine-contract';
import { formatCount, plural } from '../text/format';
import { lengthText, placeText } from './model/axis-text';
import type { Hit } from './model/hit-test';

export const SPAN_KINDS: Record<SpanKind, string> = {
  call: 'tool call',
  message: 'message',
  agent: 'subagent',
  task: 'task',
  request: 'API request',
  turn: 'turn',
};

interface StateWords {
  shape: string;
  word: string;
  tone: 'ok' | 'err' | 'warn' | 'none';
}

export const SPAN_STATES: Record<SpanState, StateWords> = {
  ok: { shape: '●', word: 'ok', tone: 'ok' },
  failed: { shape: '■', word: 'failed', tone: 'err' },
  open: { shape: '◌', word: 'no end so far', tone: 'warn' },
  cancelled: { shape: '⊘', word: 'cancelled', tone: 'warn' },
  unknown: { shape: '○', word: 'end not stated', tone: 'none' },
};

const MARKS: Record<NonNullable<TimelinePoint['mark']>, string> = {
  error: 'error',
  success: 'success',
  retry: 'retry',
  'rate-limit': 'rate limit',
  compaction: 'compaction',
};

export interface HoverFacts {
  /** The lane. */
  lane: string;
  /** What it is, strong. */
  title: string;
  shape: string;
  tone: StateWords['tone'];
  /** Short facts, one a line. */
  lines: string[];
}

const framesOf = ({ frame, endFrame }: TimelineSpan) =>
  endFrame === null || endFrame === frame ? `#${frame}` : `#${frame} to #${endFrame}`;

/** What the hover card and the live region say of something. */
export function factsOf(hit: Hit, axis: TimelineAxis, zero: number): HoverFacts | null {
  const lane = hit.box.lane.label;
  if (hit.kind === 'span') {
    const { span } = hit;
    const { shape, word, tone } = SPAN_STATES[span.state];
    const about = span.inferred && axis === 'time' ? '~' : '';
    return {
      lane,
      title: span.label === '' ? SPAN_KINDS[span.kind] : span.label,
      shape,
      tone,
      lines: [
        `${SPAN_KINDS[span.kind]}, ${word}`,
        `${about}${placeText(axis, span.from, zero)}, ${about}${lengthText(axis, span.to - span.from)}`,
        `frames ${framesOf(span)}`,
        ...(about === '' ? [] : ['a time of it is taken from a neighbour']),
      ],
    };
  }
  if (hit.kind === 'point') {
    const { point } = hit;
    const about = point.inferred && axis === 'time' ? '~' : '';
    return {
      lane,
      title: point.mark === null ? point.family : MARKS[point.mark],
      shape: point.mark === 'error' ? '■' : point.mark === 'success' ? '●' : '',
      tone: point.mark === 'error' ? 'err' : point.mark === 'success' ? 'ok' : 'none',
      lines: [
        `frame #${point.frame}${point.hit ? ', a hit of the search' : ''}`,
        `${about}${placeText(axis, point.at, zero)}`,
        ...(about === '' ? [] : ['its time is taken from a neighbour']),
      ],
    };
  }
  if (hit.kind === 'bin') {
    const errors = hit.errors > 0 ? `, ${plural(hit.errors, 'error')}` : '';
    const hits = hit.hits ? `, ${plural(hit.hits, 'hit')}` : '';
    return {
      lane,
      title: plural(hit.count, 'event'),
      shape: hit.errors > 0 ? '■' : '',
      tone: hit.errors > 0 ? 'err' : 'none',
      lines: [
        `${placeText(axis, hit.from, zero)}, over ${lengthText(axis, hit.to - hit.from)}${errors}${hits}`,
        'zoom in to tell them apart',
      ],
    };
  }
  return null;
}

/** One sentence for the live region. */
export function sentenceOf(facts: HoverFacts): string {
  return `${facts.lane}: ${[facts.title, ...facts.lines].join(', ')}.`;
}

/** More of them nobody listens to. */
const LANES_IN_WORDS = 40;

/** What the lanes hold, for readers who do not see them. */
export function outlineInWords({ lanes, lanesLeftOff, gaps }: TimelineOutline): string {
  const each = lanes
    .slice(0, LANES_IN_WORDS)
    .map(
      ({ label, events, errors }) =>
        `${label} ${plural(events, 'event')}${errors > 0 ? ` and ${plural(errors, 'error')}` : ''}`,
    );
  const untold = lanes.length + lanesLeftOff - each.length;
  const more = untold > 0 ? ` ${plural(untold, 'more lane')}.` : '';
  const silences = gaps.length > 0 ? ` ${plural(gaps.length, 'long silence')}.` : '';
  return `${plural(lanes.length + lanesLeftOff, 'lane')}: ${each.join('; ')}.${more}${silences}`;
}

/** Why there is no axis of time. */
export const NO_TIME = 'Nothing in this file states a time.';

/** The words beside the hatched marks; null where every time is stated. */
export function inferredNote({ times }: TimelineOutline): string | null {
  const { own, arrival, inherited, none } = times;
  if (inherited === 0 && arrival === 0 && none === 0) return null;
  const all = own + arrival + inherited + none;
  const parts = [
    inherited > 0 ? `${formatCount(inherited)} of ${plural(all, 'frame')} have the time of a neighbour` : '',
    arrival > 0 ? `${formatCount(arrival)} the time when they came` : '',
    none > 0 ? `${formatCount(none)} none` : '',
  ].filter((part) => part !== '');
  return `${parts.join(', ')}.`;
}

export function leftOffNote({ lanesLeftOff }: TimelineOutline): string {
  return `${plural(lanesLeftOff, 'more lane')} left off; the table of subagents lists them.`;
}
