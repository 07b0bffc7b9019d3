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
    case 'binary': {
      const packed = packerOf(buf, from);
      return {
        code: 'binary-file',
        severity: 'error',
        message: () =>
          packed === null
            ? 'This file is binary, not a recording: no line of it begins like a record. It is shown as one row; see its hex form.'
            : `This file is packed with ${packed}. Unpack it and open what comes out.`,
      };
    }
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

/** The program that packed a file that begins like this, or null. */
function packerOf(buf: Buffer, from: number): string | null {
  if (buf[from] === 0x1f && buf[from + 1] === 0x8b) return 'gzip';
  if (buf.length >= from + 4 && buf.readUInt32LE(from) === 0xfd2fb528) return 'zstd';
  return buf[from] === 0x50 && buf[from + 1] === 0x4b && buf[from + 2] === 3 ? 'zip' : null;
}
