import type { JsonObject } from '../../protocol/json-values';
import type { AgentFile } from '../sources/agent-files';
import type { ByteSource } from '../sources/file-source';
import { ContentGuard } from './content-guard';
import type { Indexing } from './indexing';

/** One file of a session. Its rows are neighbours, and put together they are the file. */
export interface Part {
  source: ByteSource;
  /** As it is shown; "" for the file that was opened. */
  name: string;
  guard: ContentGuard;
  /** null: it could not be opened. */
  indexing: Indexing | null;
  /** Offset of its first byte when all parts are put together. */
  base: number;
  firstRow: number;
  /** Lines that are not blank, in the parts before it. */
  linesBefore: number;
  /** Pieces that are no frame, in the parts before it. */
  unparsedBefore: number;
  /** Number of the subagent that all of it is of; 0 for the file that was opened. */
  agent: number;
  /** null for the file that was opened. */
  file: AgentFile | null;
  meta: JsonObject | null;
  /** Why it could not be read to its end: one plain sentence. */
  error: string | null;
  /** The question for which the file was last looked at. */
  verifiedFor: number;
}

export function newPart(
  source: ByteSource,
  place: Pick<Part, 'base' | 'firstRow' | 'linesBefore' | 'unparsedBefore' | 'agent'>,
  file: AgentFile | null,
  meta: JsonObject | null,
): Part {
  return {
    source,
    name: file?.name ?? '',
    guard: new ContentGuard(source),
    indexing: null,
    ...place,
    file,
    meta,
    error: null,
    verifiedFor: 0,
  };
}

/** The files of a session in the order in which they are indexed: the one that was opened, then its agents' files. */
export class SessionParts {
  readonly list: Part[] = [];

  /** The file that was opened. */
  get main(): Part {
    return this.list[0] as Part;
  }

  get last(): Part {
    return this.list[this.list.length - 1] as Part;
  }

  /** Number of the part that the row stands in. */
  ofRow(row: number): number {
    return this.lastWith((part) => part.firstRow <= row);
  }

  /** Number of the part that has the byte at this offset of all parts put together. */
  ofOffset(offset: number): number {
    return this.lastWith((part) => part.base <= offset);
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
