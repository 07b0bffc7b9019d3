import type { JsonObject } from './json-values';
import { kindOfFrame } from './kinds/catalogue';
import type { FrameFamily } from './kinds/frame-kind';
import { general } from './kinds/phrases';

/** One line that says what a frame is about. `strong` stands before it: the name of the called tool. */
export interface FrameSummary {
  strong: string;
  text: string;
  /** The second part of the kind: its subtype, or the form or block that tells more. */
  detail: string;
  family: FrameFamily;
}

const MAX_UNITS = 300;

/**
 * A summary of a frame of the given type and subtype, by the rule of its kind. With `partial`, `frame` is the beginning of a
 * longer one: then nothing is counted that may go on beyond it.
 */
export function summarize(type: string, subtype: string, frame: JsonObject, partial = false): FrameSummary {
  const { kind, known } = kindOfFrame(type, subtype, frame);
  const said = kind?.summary(frame, partial) ?? general(frame);
  const { strong = '', text, detail } = typeof said === 'string' ? { text: said } : said;
  return {
    text: oneLine(text),
    strong: oneLine(strong),
    detail: oneLine(detail ?? (subtype !== '' ? subtype : formWord(kind?.name))),
    family: known && kind !== undefined ? kind.family : 'new',
  };
}

/** "can_use_tool" of "control_request/can_use_tool". */
function formWord(name = ''): string {
  return name.slice(name.indexOf('/') + 1 || name.length);
}

/** Makes one line of a text: line ends and runs of blanks become one space, controls visible marks. */
export function oneLine(text: string): string {
  const head = text.length > MAX_UNITS ? text.slice(0, MAX_UNITS) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes and controls are what is looked for
  const clean = head.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '');
  return visibleControls(clean.replace(/[\s\u2028\u2029\u0085]+/g, ' ')).trim();
}

/** Shows controls and marks that change the direction of writing, so that no screen acts on them. */
export function visibleControls(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced by their visible pictures
      .replace(/[\u0000-\u001f\u007f]/g, (c) =>
        c === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + c.charCodeAt(0)),
      )
      // The second half of the controls, line separators and direction marks have no pictures.
      .replace(/[\u0080-\u009f\u2028\u2029\p{Bidi_Control}]/gu, '\ufffd')
  );
}
