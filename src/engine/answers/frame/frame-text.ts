import { prettyJson } from '../../../protocol/pretty-json';
import type { TextForm, TextSlice } from '../../answer-types';
import { RowFlag } from '../../frames/frame-table';
import type { Session } from '../../session/session';

/** Longer frames are not decoded as a whole: their exact form is paged by bytes, and there is no pretty form. */
const MAX_DECODED_BYTES = 32 * 1024 * 1024;
const KEPT_TEXTS = 2;

/** The texts of single frames, in slices. The last few are kept, because a long text is asked for slice by slice. */
export class FrameTexts {
  private readonly kept: { row: number; form: TextForm; bytes: number; text: string | null }[] = [];

  constructor(private readonly session: Session) {}

  /** UTF-16 units [from, from + count) of a form. A frame without a pretty form gives its exact one. */
  slice(row: number, form: TextForm, from: number, count: number): TextSlice {
    if (form === 'hex') return this.hexSlice(row, from, count);
    if (this.session.index.table.length(row) > MAX_DECODED_BYTES) return this.byteSlice(row, from, count);
    const text = this.wholeText(row, form) as string;
    return { text: text.slice(from, from + count), total: text.length };
  }

  /** All of a form, which is the exact one where there is no pretty one; null when the frame is too long to be decoded. */
  wholeText(row: number, form: 'exact' | 'pretty'): string | null {
    if (this.session.index.table.length(row) > MAX_DECODED_BYTES) return null;
    return (form === 'pretty' ? this.text(row, 'pretty') : null) ?? this.text(row, 'exact');
  }

  /** Units of a whole form; null when there is none. */
  length(row: number, form: 'exact' | 'pretty'): number | null {
    const bytes = this.session.index.table.length(row);
    if (bytes > MAX_DECODED_BYTES) return form === 'exact' ? bytes : null;
    return this.text(row, form)?.length ?? null;
  }

  /** Why a row has no pretty form, in one sentence; null when it has one. */
  prettyMissing(row: number): string | null {
    const { table } = this.session.index;
    if (table.length(row) > MAX_DECODED_BYTES) {
      return 'This frame is longer than 32 MB: it is shown as it is, page by page.';
    }
    if ((table.flags(row) & RowFlag.Unparsed) !== 0) return 'This piece is no JSON object.';
    if (this.session.index.isStderr(row)) return 'A line of stderr is text.';
    return this.text(row, 'pretty') === null ? 'This frame is no whole JSON value.' : null;
  }

  /** The whole pretty form; null when there is none. */
  prettyText(row: number): string | null {
    return this.session.index.table.length(row) > MAX_DECODED_BYTES ? null : this.text(row, 'pretty');
  }

  private text(row: number, form: 'exact' | 'pretty'): string | null {
    const bytes = this.session.index.table.length(row);
    const known = this.kept.find(
      (entry) => entry.row === row && entry.form === form && entry.bytes === bytes,
    );
    if (known !== undefined) return known.text;
    const text = form === 'exact' ? this.session.utf8Bytes(row).toString('utf8') : this.pretty(row);
    this.kept.unshift({ row, form, bytes, text });
    this.kept.length = Math.min(this.kept.length, KEPT_TEXTS);
    return text;
  }

  private pretty(row: number): string | null {
    const { index } = this.session;
    if ((index.table.flags(row) & RowFlag.Unparsed) !== 0 || index.isStderr(row)) return null;
    return prettyJson(this.session.jsonText(row).toString('utf8'));
  }

  /** One unit a byte, so that a slice costs what it shows: characters cut at its ends become U+FFFD. */
  private byteSlice(row: number, from: number, count: number): TextSlice {
    const total = this.session.index.table.length(row);
    return { text: this.session.rawSlice(row, from, Math.min(count, total - from)).toString('utf8'), total };
  }

  private hexSlice(row: number, from: number, count: number): TextSlice {
    const { table } = this.session.index;
    const bytes = table.length(row);
    const dump = new HexDump(this.session.offsetInFile(row), bytes);
    const first = Math.floor(from / dump.lineUnits);
    const last = Math.min(Math.ceil((from + count) / dump.lineUnits), dump.lines);
    const chunk = this.session.rawSlice(row, first * HEX_BYTES, Math.max(0, (last - first) * HEX_BYTES));
    const lines: string[] = [];
    for (let line = first; line < last; line++) {
      lines.push(dump.line(line, chunk.subarray((line - first) * HEX_BYTES, (line - first + 1) * HEX_BYTES)));
    }
    if (lines.length === 0) return { text: '', total: dump.units };
    const start = from - first * dump.lineUnits;
    return {
      text: lines
        .join('\n')
        .concat('\n')
        .slice(start, start + count),
      total: dump.units,
    };
  }
}

const HEX_BYTES = 16;

/** A hex dump whose lines all have the same length, so that any slice can be made alone. */
class HexDump {
  readonly lines: number;
  readonly lineUnits: number;
  private readonly digits: number;

  constructor(
    private readonly offset: number,
    private readonly bytes: number,
  ) {
    this.lines = Math.ceil(bytes / HEX_BYTES);
    this.digits = Math.max(8, (offset + bytes).toString(16).length);
    this.lineUnits = this.digits + 2 + HEX_BYTES * 3 + 1 + HEX_BYTES + 1;
  }

  get units(): number {
    const rest = this.bytes % HEX_BYTES;
    return this.lines * this.lineUnits - (rest === 0 ? 0 : HEX_BYTES - rest);
  }

  line(line: number, bytes: Buffer): string {
    const at = (this.offset + line * HEX_BYTES).toString(16).padStart(this.digits, '0');
    const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join(' ');
    const text = Array.from(bytes, (b) => (b >= 32 && b < 127 ? String.fromCharCode(b) : '.')).join('');
    return `${at}  ${hex.padEnd(HEX_BYTES * 3, ' ')} ${text}`;
  }
}
