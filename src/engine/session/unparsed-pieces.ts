import type { Severity } from '../answer-types';
import type { UnparsedReason } from '../frames/row-scanner';

const numbers = new Intl.NumberFormat('en');
const count = (n: number) => numbers.format(n);

/** The diagnostic of an unparsed piece buf[from, to): what it is, and what it means for the reader. */
export function describeUnparsed(
  reason: UnparsedReason,
  buf: Buffer,
  from: number,
  to: number,
): { code: string; severity: Severity; message: () => string } {
  const bytes = () => (to - from === 1 ? '1 byte' : `${count(to - from)} bytes`);
  const are = to - from === 1 ? 'is' : 'are';
  switch (reason) {
    case 'torn':
      return {
        code: 'torn-record',
        severity: 'error',
        message: () =>
          `A record stops in the middle: ${bytes()} that never became a frame. The writer was killed or its output was cut.`,
      };
    case 'nul':
      return {
        code: 'nul-bytes',
        severity: 'warning',
        message: () =>
          `${count(to - from)} NUL ${to - from === 1 ? 'byte' : 'bytes'} (interrupted write). Nothing readable is in them.`,
      };
    case 'not-an-object':
      return {
        code: 'not-a-frame',
        severity: 'warning',
        message: () => 'JSON, but not a frame: a frame is an object.',
      };
    case 'blank':
      return {
        code: 'blank-file',
        severity: 'info',
        message: () => `${bytes()} of white space and nothing else.`,
      };
    case 'binary':
      return {
        code: 'binary-file',
        severity: 'error',
        message: () =>
          'This file is binary, not a recording: no line of it begins like a record. It is shown as one row; see its hex form.',
      };
    case 'oversize':
      return {
        code: 'oversize-line',
        severity: 'error',
        message: () => `A line of more than ${bytes()} is not parsed. Its bytes stay readable.`,
      };
    default: {
      const escapes = buf[from] === 27;
      return {
        code: 'noise',
        severity: 'warning',
        message: () =>
          escapes
            ? `Terminal control codes, ${bytes()} that ${are} no frame.`
            : `${bytes()} that ${are} no JSON, such as log output.`,
      };
    }
  }
}
