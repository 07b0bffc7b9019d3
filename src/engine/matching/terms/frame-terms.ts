import { blockMeaning } from '../../../protocol/blocks/block-kinds';
import { contentBlocks, isCallType, isResultType } from '../../../protocol/content-blocks';
import type { FilterValue } from '../../../protocol/filter/filter-ast';
import { fieldOf, type Json, type JsonObject, stringOf } from '../../../protocol/json-values';
import { kindNamed, kindOfFrame } from '../../../protocol/kinds/catalogue';
import { startedMessageId } from '../../answers/links/known-rows';
import { RowFlag } from '../../frames/frame-table';
import { hashOfId } from '../../frames/id-hash';
import type { Session } from '../../session/session';
import { KindLeaf } from './column-terms';
import { FieldReader } from './field-values';
import { type ColumnLeaf, FrameLeaf } from './leaf';
import { valueMatcher } from './value-match';

/** Types whose kinds are told apart by words that stand deeper in the frame. */
const FORMED = new Set([
  'control_request',
  'control_response',
  'attachment',
  'progress',
  'stream_event',
  'content_block_delta',
]);

/** Words of pieces that are no frames: no content block has them. */
const NO_BLOCKS = new Set(['unparsed', 'stderr']);

/** Frames of some kinds. Only what no column tells is looked for in the frames: content blocks, and forms of a kind. */
export function kindLeaf(session: Session, values: readonly FilterValue[]): ColumnLeaf | FrameLeaf {
  const { kinds } = session.index;
  const matches = valueMatcher(values);
  const byKind = new KindLeaf(session, (kind) => matches(kinds.type(kind)) || matches(kinds.text(kind)));
  const blocks = values.filter(isBlockWord);
  const forms = values.filter(({ text }) => FORMED.has(text.split('/')[0] as string) && text.includes('/'));
  return blocks.length === 0 && forms.length === 0
    ? byKind
    : new KindContentLeaf(session, byKind, blocks, forms);
}

function isBlockWord({ text, quoted }: FilterValue): boolean {
  const word = quoted ? text : text.toLowerCase();
  if (word.includes('/') || (!quoted && word.includes('*')) || NO_BLOCKS.has(word)) return false;
  return blockMeaning(word) !== null || kindNamed(word) === undefined;
}

class KindContentLeaf extends FrameLeaf {
  private readonly isBlock: (type: string) => boolean;
  private readonly isForm: (name: string) => boolean;
  private readonly formTypes: ReadonlySet<string>;
  /** Flags of the rows that can hold such blocks; 0 when the index keeps nothing of them. */
  private readonly flags: number;

  constructor(
    private readonly session: Session,
    private readonly byKind: KindLeaf,
    private readonly blocks: readonly FilterValue[],
    forms: readonly FilterValue[],
  ) {
    super();
    this.isBlock = valueMatcher(blocks);
    this.isForm = valueMatcher(forms);
    this.formTypes = new Set(forms.map(({ text }) => text.split('/')[0] as string));
    this.flags = blocks.reduce((flags, { text }) => (flags < 0 ? flags : flags | flagOf(text)), 0);
  }

  fromColumns(row: number): boolean | null {
    const { kinds, table } = this.session.index;
    const kind = table.kind(row);
    if (this.byKind.has(kind)) return true;
    if (!kinds.isFrame(kind)) return false;
    if (this.formTypes.has(kinds.type(kind))) return null;
    if (this.blocks.length === 0) return false;
    // Of frames that repeat others, and of stored requests, the index keeps no blocks.
    const mayHold =
      this.flags < 0 ||
      (table.flags(row) & (this.flags | RowFlag.Replay)) !== 0 ||
      kinds.traits(kind).isStored;
    return mayHold ? null : false;
  }

  ofFrame(frame: JsonObject | undefined): boolean {
    if (frame === undefined) return false;
    if (contentBlocks(frame).some((block) => this.isBlock(stringOf(block, 'type') ?? ''))) return true;
    if (this.formTypes.size === 0) return false;
    const type = stringOf(frame, 'type') ?? '';
    const name = kindOfFrame(type, stringOf(frame, 'subtype') ?? '', frame).kind?.name ?? '';
    return this.formTypes.has(type) && this.isForm(name);
  }
}

/** The flag of rows that hold a block of the type; -1 when no flag tells. */
function flagOf(type: string): number {
  const word = type.toLowerCase();
  if (isCallType(word)) return RowFlag.HasCall;
  return isResultType(word) ? RowFlag.HasResult : -1;
}

/** Frames that have one of some fields. */
export class HasLeaf extends FrameLeaf {
  private readonly readers: FieldReader[];

  constructor(
    private readonly session: Session,
    values: readonly FilterValue[],
  ) {
    super();
    this.readers = values.map(({ text }) => new FieldReader(text));
  }

  fromColumns(row: number): boolean | null {
    return canBeFrame(this.session, row) ? null : false;
  }

  override isRuledOut(json: Buffer): boolean {
    return this.readers.every((reader) => reader.isMissing(json));
  }

  ofFrame(frame: JsonObject | undefined): boolean {
    return frame !== undefined && this.readers.some((reader) => reader.some(frame, () => true));
  }
}

/** Frames where a field has one of some values. */
export class FieldLeaf extends FrameLeaf {
  private readonly reader: FieldReader;
  private readonly isText: (text: string) => boolean;
  private readonly isBare: (text: string) => boolean;

  constructor(
    private readonly session: Session,
    path: string,
    values: readonly FilterValue[],
  ) {
    super();
    this.reader = new FieldReader(path);
    this.isText = valueMatcher(values);
    // In quotes a value is a text, and nothing else.
    this.isBare = valueMatcher(values.filter(({ quoted }) => !quoted));
  }

  fromColumns(row: number): boolean | null {
    return canBeFrame(this.session, row) ? null : false;
  }

  override isRuledOut(json: Buffer): boolean {
    return this.reader.isMissing(json);
  }

  ofFrame(frame: JsonObject | undefined): boolean {
    return frame !== undefined && this.reader.some(frame, (value) => this.isValue(value));
  }

  private isValue(value: Json): boolean {
    if (typeof value === 'string') return this.isText(value);
    return (value === null || typeof value !== 'object') && this.isBare(String(value));
  }
}

/** Frames that state a model of these. */
export class ModelLeaf extends FrameLeaf {
  private readonly reader = new FieldReader('model');
  private readonly isModel: (text: string) => boolean;

  constructor(
    private readonly session: Session,
    values: readonly FilterValue[],
  ) {
    super();
    this.isModel = valueMatcher(values);
  }

  fromColumns(row: number): boolean | null {
    return canBeFrame(this.session, row) ? null : false;
  }

  override isRuledOut(json: Buffer): boolean {
    return this.reader.isMissing(json);
  }

  ofFrame(frame: JsonObject | undefined): boolean {
    const places = [frame, fieldOf(frame, 'message'), fieldOf(fieldOf(frame, 'event'), 'message')];
    return places.some((place) => {
      const model = stringOf(place, 'model');
      return model !== null && this.isModel(model);
    });
  }
}

/** A stderr line is no frame, even where it looks like one; what was sent to the process is one. */
function canBeFrame({ index: { kinds, table } }: Session, row: number): boolean {
  return kinds.isFrame(table.kind(row));
}

/** Frames with an id: their own, that of a call they hold or answer, or that of the message they belong to. */
export class IdLeaf extends FrameLeaf {
  private readonly isId: (text: string) => boolean;
  private readonly hashes: { a: number; b: number }[] | null;
  private lastMessage = 0;
  private lastMessageId: string | null = null;

  constructor(
    private readonly session: Session,
    values: readonly FilterValue[],
  ) {
    super();
    // Ids differ by case: only a star makes them anything but exact.
    const hasStar = values.some(({ text, quoted }) => !quoted && text.includes('*'));
    this.isId = hasStar
      ? valueMatcher(values)
      : valueMatcher(values.map((value) => ({ ...value, quoted: true })));
    this.hashes = hasStar ? null : values.map(({ text }) => hashOfId(text));
  }

  fromColumns(row: number): boolean | null {
    const { table, messages, links } = this.session.index;
    if (!canBeFrame(this.session, row)) return false;
    const { hashes } = this;
    // Of frames that repeat others the index keeps their uuid only.
    if (hashes === null || (table.flags(row) & RowFlag.Replay) !== 0) return null;
    const message = table.message(row) - 1;
    const uuid = table.uuidHash(row);
    let mayBe = false;
    for (const hash of hashes) {
      if (message >= 0 && message === messages.find(hash)) return true;
      if (uuid !== 0 && uuid === hash.a) mayBe = true;
      const id = links.idOf(hash);
      if (id === 0) continue;
      for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
        if (links.row(record) !== row) break;
        if (links.id(record) === id) return true;
      }
    }
    return mayBe ? null : false;
  }

  ofFrame(frame: JsonObject | undefined, row: number): boolean {
    if (frame === undefined) return false;
    const message = fieldOf(frame, 'message') ?? fieldOf(fieldOf(frame, 'event'), 'message');
    const ids = [stringOf(frame, 'uuid'), stringOf(message, 'id')];
    for (const block of contentBlocks(frame)) {
      const type = stringOf(block, 'type') ?? '';
      if (isCallType(type)) ids.push(stringOf(block, 'id'));
      else if (isResultType(type)) ids.push(stringOf(block, 'tool_use_id'));
    }
    // An empty id is none, as in the index.
    return ids.some((id) => id !== null && id !== '' && this.isId(id)) || this.isOfMessage(row);
  }

  private isOfMessage(row: number): boolean {
    const { messages, table } = this.session.index;
    const message = table.message(row);
    // What folds under a call is not of its message.
    if (message === 0 || messages.isSeries(message - 1)) return false;
    if (message !== this.lastMessage) {
      this.lastMessage = message;
      this.lastMessageId = startedMessageId(this.session, row)?.id ?? null;
    }
    return this.lastMessageId !== null && this.isId(this.lastMessageId);
  }
}
