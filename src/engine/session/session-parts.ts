import type { JsonObject } from '../../protocol/json-values';
import type { SideStream } from '../answer-types';
import type { AgentFile } from '../sources/agent-files';
import type { ByteSource } from '../sources/file-source';
import { ContentGuard } from './content-guard';
import type { IndexStream } from './index-stream';
import type { Indexing } from './indexing';

/** One file of a session. */
export interface SessionFile {
  source: ByteSource;
  /** As it is shown; "" for the file that was opened. */
  name: string;
  guard: ContentGuard;
  /** Number of the subagent that all of it is of; 0 for any other file. */
  agent: number;
  /** null for a file that is of no subagent. */
  file: AgentFile | null;
  meta: JsonObject | null;
  /** What a capture holds beside the output of its process; null for a file of frames. */
  side: SideStream | null;
  /** null for a side file: its lines are rows without being scanned. */
  indexing: Indexing | null;
  stream: IndexStream | null;
  firstRow: number;
  /** Why it could not be read to its end: one plain sentence. */
  error: string | null;
  /** The question for which the file was last looked at. */
  verifiedFor: number;
}

export function newFile(
  source: ByteSource,
  of: Pick<SessionFile, 'name' | 'agent' | 'file' | 'meta' | 'side'>,
): SessionFile {
  return {
    source,
    guard: new ContentGuard(source),
    ...of,
    indexing: null,
    stream: null,
    firstRow: -1,
    error: null,
    verifiedFor: 0,
  };
}

/** Rows of one file that are neighbours. Files that grow at the same time have several parts each. */
export interface Part {
  of: SessionFile;
  /** Where byte 0 of its file would stand, if all of the file stood here: file offset = offset - base. */
  base: number;
  /** Where it begins, when all parts are put together. */
  start: number;
  firstRow: number;
}

/** The rows of a session by the files that they stand in, in the order in which they came. */
export class SessionParts {
  readonly list: Part[] = [];
  /** The file that was opened comes first. */
  readonly files: SessionFile[] = [];

  /** The file that was opened. */
  get main(): SessionFile {
    return this.files[0] as SessionFile;
  }

  get last(): Part {
    return this.list[this.list.length - 1] as Part;
  }

  addFile(file: SessionFile): void {
    this.files.push(file);
  }

  /** The next rows are of this file. */
  begin(of: SessionFile, base: number, start: number, firstRow: number): void {
    // A part without rows leaves no trace.
    while (this.list.length > 1 && this.last.firstRow === firstRow) this.truncate(this.list.length - 1);
    if (of.firstRow < 0) of.firstRow = firstRow;
    this.list.push({ of, base, start, firstRow });
  }

  /** Takes back the parts behind the first `count`. */
  truncate(count: number): void {
    for (const { of, firstRow } of this.list.splice(count)) if (of.firstRow === firstRow) of.firstRow = -1;
  }

  /** Number of the part that the row stands in. */
  ofRow(row: number): number {
    return this.lastWith((part) => part.firstRow <= row);
  }

  fileOf(row: number): SessionFile {
    return (this.list[this.ofRow(row)] as Part).of;
  }

  /** Whether a row stands in the file that was opened. */
  isOpened(row: number): boolean {
    return this.files.length === 1 || this.fileOf(row) === this.main;
  }

  /** Number of the part that has the byte at this offset of all parts put together. */
  ofOffset(offset: number): number {
    return this.lastWith((part) => part.start <= offset);
  }

  /** Parts are in order, and empty ones begin where the next one does. */
  private lastWith(begins: (part: Part) => boolean): number {
    let low = 1;
    let high = this.list.length;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (begins(this.list[mid] as Part)) low = mid + 1;
      else high = mid;
    }
    return low - 1;
  }
}
