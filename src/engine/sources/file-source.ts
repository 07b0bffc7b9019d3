import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { SourceError } from '../../protocol/errors';

/** Bytes at rest that can be read at any place, and that say when they may have changed. */
export interface ByteSource {
  readonly path: string;
  /** Size now, in bytes. */
  size(): number;
  /** Changes whenever size or time of change do. */
  stamp(): string;
  /** Device and number of the file that is read; "" when there is none. */
  identity(): string;
  /** When it was written to last, in milliseconds since the Unix epoch. */
  writtenAt(): number;
  /** Reads up to `length` bytes at `offset` into target[at…]; returns how many there were. */
  read(target: Buffer, at: number, length: number, offset: number): number;
  close(): void;
}

/** An opened regular file. Reads never move a shared position. */
export class FileSource implements ByteSource {
  private constructor(
    readonly path: string,
    private readonly fd: number,
  ) {}

  /**
   * Throws SourceError with one plain sentence when the path is no readable regular file. With `itself` a symbolic link
   * is refused: a file that nobody named must not lead elsewhere.
   */
  static open(path: string, itself = false): FileSource {
    try {
      const problem = kindProblem(path, itself ? lstatSync(path) : statSync(path));
      if (problem) throw problem;
      const flags = itself ? constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) : constants.O_RDONLY;
      return new FileSource(path, openSync(path, flags));
    } catch (error) {
      throw error instanceof SourceError ? error : explainSourceProblem(path, error);
    }
  }

  /** The same, but a file that does not exist is an empty one: it may come. */
  static openOrMissing(path: string): ByteSource {
    try {
      return FileSource.open(path);
    } catch (error) {
      if (error instanceof SourceError && error.problem === 'not-found') return new MissingFile(path);
      throw error;
    }
  }

  /** Which file this is, whatever its path leads to by now. */
  identity(): string {
    const { dev, ino } = fstatSync(this.fd);
    return `${dev} ${ino}`;
  }

  writtenAt(): number {
    return fstatSync(this.fd).mtimeMs;
  }

  size(): number {
    return fstatSync(this.fd).size;
  }

  stamp(): string {
    const { size, mtimeMs } = fstatSync(this.fd);
    return `${size} ${mtimeMs}`;
  }

  read(target: Buffer, at: number, length: number, offset: number): number {
    let done = 0;
    while (done < length) {
      const n = readSync(this.fd, target, at + done, length - done, offset + done);
      if (n === 0) break;
      done += n;
    }
    return done;
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** Why something of this kind is no recording; null for a regular file. */
export function kindProblem(path: string, stats: Stats): SourceError | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) {
    const sentence = `${path} is a folder, not a recording. Open one of the files in it.`;
    return new SourceError('is-folder', path, sentence);
  }
  return new SourceError('not-a-file', path, `${path} is no regular file (a device, socket or pipe).`);
}

/** A file that is waited for. */
class MissingFile implements ByteSource {
  constructor(readonly path: string) {}

  identity(): string {
    return '';
  }

  writtenAt(): number {
    return 0;
  }

  size(): number {
    return 0;
  }

  stamp(): string {
    return 'missing';
  }

  read(): number {
    return 0;
  }

  close(): void {}
}

/** What an error of the system means for the one who wants to read `path`, in one plain sentence. */
export function explainSourceProblem(path: string, error: unknown): SourceError {
  const { code, message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR': {
      const sentence = `There is no file at ${path}. Check the path and try again.`;
      return new SourceError('not-found', path, sentence, options);
    }
    case 'EACCES':
    case 'EPERM': {
      const sentence = `${path} cannot be read: the system denies access to it.`;
      return new SourceError('not-allowed', path, sentence, options);
    }
    default:
      return new SourceError('unreadable', path, `${path} cannot be read (${code ?? message}).`, options);
  }
}
