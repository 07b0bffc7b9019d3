import { disagreementSentence, disagreementsOf } from '../../protocol/identity/key-pairs';
import type { Json } from '../../protocol/json-values';
import { type FrameTable, RowFlag } from '../frames/frame-table';
import type { DiagnosticList } from '../runs/diagnostic-list';

/** A frame that is being indexed: its row, and its place in the file. */
export interface FramePlace {
  row: number;
  line: number;
  offset: number;
}

/** Adds diagnostics to frames and marks their rows. */
export class FrameWarnings {
  constructor(
    private readonly table: FrameTable,
    private readonly diagnostics: DiagnosticList,
  ) {}

  add(code: string, place: FramePlace, message: string): void {
    this.table.addFlags(place.row, RowFlag.Diagnostic);
    this.diagnostics.add(code, 'warning', place, () => message);
  }

  /** Like `add`, for what need not be wrong. */
  note(code: string, place: FramePlace, message: string): void {
    this.table.addFlags(place.row, RowFlag.Diagnostic);
    this.diagnostics.add(code, 'info', place, () => message);
  }

  oddIsError(place: FramePlace): void {
    this.add(
      'odd-is-error',
      place,
      'A result states is_error as something else than true or false. It is not taken for a failure.',
    );
  }

  notStrict(place: FramePlace): void {
    this.add(
      'not-strict-json',
      place,
      `A string holds a raw control character at byte ${place.offset}. Strict JSON parsers refuse this frame.`,
    );
  }

  oddUsage(place: FramePlace): void {
    this.add(
      'odd-usage',
      place,
      'A token counter is no whole number of 0 or more. It is left out of the sums.',
    );
  }

  invalidUtf8(place: FramePlace): void {
    this.table.addFlags(place.row, RowFlag.InvalidUtf8);
    this.add(
      'invalid-utf8',
      place,
      `Invalid UTF-8 at byte ${place.offset}. It is shown as a replacement mark; the hex form has the bytes.`,
    );
  }

  uuidCollision(place: FramePlace, uuid: string, earlierRow: number): void {
    this.add(
      'uuid-collision',
      place,
      `The uuid ${uuid} is that of frame ${earlierRow + 1}, but the content differs. Both are kept and counted.`,
    );
  }

  sessionDisagreement(place: FramePlace, snake: string, camel: string): void {
    this.add(
      'snake-camel-disagreement',
      place,
      disagreementSentence('session_id', snake, 'sessionId', camel),
    );
  }

  /** `json`: the text of a frame that states some key in both spellings. */
  twinKeys(place: FramePlace, json: Buffer): void {
    if (json.length > MAX_PARSED) return;
    for (const { snake, snakeValue, camel, camelValue } of disagreementsOf(parsedOrNull(json))) {
      // The two spellings of the session id are compared for every frame.
      if (snake === 'session_id') continue;
      const sentence = disagreementSentence(snake, snakeValue, camel, camelValue);
      this.add('snake-camel-disagreement', place, sentence);
    }
  }

  apiError(place: FramePlace): void {
    this.table.addFlags(place.row, RowFlag.Diagnostic);
    this.diagnostics.add(
      'api-stream-error',
      'error',
      place,
      () => 'The API broke the message off with an error, which this frame states.',
    );
  }

  contradiction(place: FramePlace, message: string): void {
    this.add('contradicting-result', place, message);
  }
}

/** Twin keys are rare; of a longer frame they are told when it is looked at. */
const MAX_PARSED = 1024 * 1024;

function parsedOrNull(json: Buffer): Json {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    return null;
  }
}
