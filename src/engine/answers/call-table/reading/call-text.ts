import { resultText } from '../../../../protocol/content-blocks';
import { jsonText } from '../../../../protocol/json-text';
import { fieldOf, type JsonObject, stringOf } from '../../../../protocol/json-values';
import { LinkFlag } from '../../../links/link-table';
import type { Session } from '../../../session/session';
import { forEachRecord, readFrame } from './call-frames';
import { GrownNumbers } from './grown-numbers';

/** A text that was looked for in every call and result, record by record; it goes on when the file has grown. */
export class CallText {
  record = 0;
  skipped = 0;
  private readonly found = new GrownNumbers();
  private readonly wanted: string;

  constructor(
    private readonly session: Session,
    text: string,
  ) {
    this.wanted = text.toLowerCase();
  }

  /** Looks at the next frame; false when there is none now. Throws SourceError. */
  step(): boolean {
    const { links } = this.session.index;
    if (this.record >= links.count) return false;
    const row = links.row(this.record);
    const frame = readFrame(this.session, row);
    if (frame === null) this.skipped++;
    let next = this.record + 1;
    while (next < links.count && links.row(next) === row) next++;
    if (frame !== null)
      forEachRecord(this.session, row, frame, (record, block) => {
        if (block !== undefined && this.isIn(record, block)) this.found.set(record, 1);
      });
    this.record = next;
    return true;
  }

  has(call: number, result: number): boolean {
    return (call >= 0 && this.found.get(call) === 1) || (result >= 0 && this.found.get(result) === 1);
  }

  private isIn(record: number, block: JsonObject): boolean {
    const isResult = (this.session.index.links.flags(record) & LinkFlag.Result) !== 0;
    const texts = isResult
      ? [stringOf(block, 'tool_use_id'), contentText(block)]
      : [stringOf(block, 'name'), stringOf(block, 'id'), inputText(block)];
    return texts.some((text) => text?.toLowerCase().includes(this.wanted));
  }
}

function contentText(block: JsonObject): string {
  const content = fieldOf(block, 'content');
  return resultText(content) ?? jsonText(content);
}

/** The strings of an input as they read, not as JSON escapes them, each beside its key. */
function inputText(block: JsonObject): string {
  const input = fieldOf(block, 'input');
  return typeof input === 'string' ? input : jsonText(input, AS_READ);
}

const AS_READ = {
  string: (text: string) => `"${text}"`,
  number: (value: number) => JSON.stringify(value) ?? 'null',
  keys: (value: JsonObject) => Object.keys(value),
};
