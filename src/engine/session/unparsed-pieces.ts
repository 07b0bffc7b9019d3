import type { Severity } from '../answers/answer-types';
import type { UnparsedReason } from '../frames/row-scanner';

const count = (n: number) => n.toLocaleString('en');

/** The diagnostic of an unparsed piece buf[from, to): what it is, and what it means for the reader. */
export function describeUnparsed(
  reason: UnparsedReason,
  buf: Buffer,
  from: number,
  to: number,
): { code: string; severity: Severity; message: string } {
  const bytes = count(to - from);
  switch (reason) {
    case 'torn':
      return {
        code: 'torn-record',
        severity: 'error',
        message: `A record stops in the middle: ${bytes} bytes that never became a frame. The writer was killed or its output was cut.`,
      };
    case 'nul':
      return {
        code: 'nul-bytes',
        severity: 'warning',
        message: `${bytes} NUL bytes (interrupted write). Nothing readable is in them.`,
      };
    case 'not-an-object':
      return {
        code: 'not-a-frame',
        severity: 'warning',
        message: 'JSON, but not a frame: a frame is an object.',
      };
    case 'blank':
      return {
        code: 'blank-file',
        severity: 'info',
        message: `${bytes} bytes of white space and nothing else.`,
      };
    case 'binary':
      return {
        code: 'binary-file',
        severity: 'error',
        message:
          'This file is binary, not a recording: no line of it begins like a record. It is shown as one row; see its hex form.',
      };
    case 'oversize':
      return {
        code: 'oversize-line',
        severity: 'error',
        message: `A line of more than ${bytes} bytes is not parsed. Its bytes stay readable.`,
      };
    default:
      return {
        code: 'noise',
        severity: 'warning',
        message:
          buf[from] === 27
            ? `Terminal control codes, ${bytes} bytes that are no frame.`
            : `${bytes} bytes that are no JSON, such as log output.`,
      };
  }
}
