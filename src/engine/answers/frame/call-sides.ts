import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { contentBlocks, isResultType, resultText } from '../../../protocol/content-blocks';
import { fieldOf, type Json, type JsonObject, stringOf } from '../../../protocol/json-values';
import { fileNameOf, savedOutputOf, toolOutputOf } from '../../../protocol/saved-output';
import type { CallSides, ParallelCall, SavedResult } from '../../answer-types';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { parseFrame } from './parsed-frame';

const MAX_NAME_UNITS = 80;
/** A message of more calls, or with more frames between its first and last one, is not a group to look through. */
const MAX_GROUP = 100;
const MAX_ROWS = 5000;
/** Calls of its group that are listed beside a call; all calls of an answer share the second number. */
const MAX_LISTED = 12;
const MAX_LISTED_IN_ALL = 200;

/** Texts in full: what goes into an answer is cut there. */
export interface WholeSides extends Pick<CallSides, 'parallel' | 'saved'> {
  errors: { text: string; seen: boolean } | null;
}

/**
 * What stands beside calls: the other calls of the same message, what a tool wrote to its error output, and the file
 * that holds a result which was too long. One object answers for all calls of a frame.
 */
export class CallSidesOf {
  private readonly groups = new Map<number, readonly number[]>();
  private readonly frames = new Map<number, JsonObject | undefined>();

  private readonly listed: number;

  /** `calls`: how many the answer is about. */
  constructor(
    private readonly session: Session,
    calls: number,
  ) {
    this.listed = Math.min(MAX_LISTED, Math.ceil(MAX_LISTED_IN_ALL / calls));
  }

  /** `record`: a primary one, of a call or of a result. */
  of(record: number): WholeSides {
    const { links } = this.session.index;
    const other = links.other(record);
    const [call, result] = links.isResult(record) ? [other, record] : [record, other];
    return {
      parallel: call < 0 ? null : this.parallelOf(call),
      ...(result < 0 ? { errors: null, saved: null } : this.resultSides(result)),
    };
  }

  private parallelOf(call: number): WholeSides['parallel'] {
    const { links, toolNames } = this.session.index;
    const group = this.groupOf(links.message(call));
    if (group.length < 2) return null;
    const { listed } = this;
    const from = Math.max(0, Math.min(group.indexOf(call) - (listed >> 1), group.length - listed));
    const calls = group.slice(from, from + listed).map((record): ParallelCall => {
      const name = links.name(record);
      const result = links.other(record);
      const failed = result >= 0 && (links.flags(result) & LinkFlag.Error) !== 0;
      return {
        frame: links.row(record) + 1,
        name: (name > 0 ? toolNames.text(name - 1).slice(0, MAX_NAME_UNITS) : '') || 'unnamed tool',
        status: result < 0 ? 'unanswered' : failed ? 'failed' : 'ok',
        current: record === call,
      };
    });
    return { size: group.length, calls };
  }

  /** The calls of a message, which come as one frame each (every version from 0.2.118) or together in one. */
  private groupOf(message: number): readonly number[] {
    if (message === 0) return [];
    const known = this.groups.get(message);
    if (known !== undefined) return known;
    const { links, messages, table } = this.session.index;
    const found: number[] = [];
    const first = messages.firstRow(message - 1);
    const last = Math.min(messages.lastRow(message - 1), first + MAX_ROWS);
    for (let row = first; row <= last; row++) {
      if (table.message(row) !== message) continue;
      for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
        if (links.row(record) !== row || found.length >= MAX_GROUP) break;
        const primary = links.primary(record);
        if (!links.isResult(primary) && !found.includes(primary)) found.push(primary);
      }
    }
    this.groups.set(message, found);
    return found;
  }

  private resultSides(result: number): Pick<WholeSides, 'errors' | 'saved'> {
    const { links } = this.session.index;
    const row = links.row(result);
    if (!this.frames.has(row)) this.frames.set(row, parseFrame(this.session, row));
    const frame = this.frames.get(row);
    const blocks = contentBlocks(frame);
    const text = resultText(fieldOf(blocks[links.block(result)], 'content'));
    // It stands beside the message, so of several results nothing says which one it is of.
    const alone = blocks.filter((block) => isResultType(stringOf(block, 'type') ?? '')).length === 1;
    const output: Json = alone ? toolOutputOf(frame) : undefined;
    const errors = stringOf(output, 'stderr') ?? '';
    const saved = savedOutputOf(text, output);
    return {
      errors: errors.trim() === '' ? null : { text: errors, seen: text?.includes(errors.trim()) ?? false },
      saved:
        saved === null
          ? null
          : { ...this.fileOf(saved.path), size: saved.size, isPreview: saved.preview !== null },
    };
  }

  /**
   * Whether the file lies where the CLI puts it: in the folder of the session beside its file. Only the name is taken
   * from the recording, and the file is not opened.
   */
  private fileOf(path: string): Pick<SavedResult, 'path' | 'found'> {
    const name = fileNameOf(path);
    const folder = dirname(this.session.path);
    const places = [`${basename(this.session.path, '.jsonl')}/tool-results`, 'tool-results'];
    const found = name === null ? undefined : places.find((place) => existsSync(join(folder, place, name)));
    return {
      path,
      found: found === undefined ? null : `${found}/${name}`,
    };
  }
}
