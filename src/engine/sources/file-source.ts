import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { SourceError } from '../../protocol/errors';

/** Bytes at rest: an opened regular file. Reads never move a shared position. */
export class FileSource {
  private constructor(
    readonly path: string,
    private readonly fd: number,
  ) {}

  /** Throws SourceError with one plain sentence when the path is no readable regular file. */
  static open(path: string): FileSource {
    try {
      const stats = statSync(path);
      if (stats.isDirectory()) {
        throw new SourceError(
          'is-folder',
          path,
          `${path} is a folder, not a recording. Open one of the files in it.`,
        );
      }
      if (!stats.isFile()) {
        throw new SourceError('not-a-file', path, `${path} is no regular file (a device, socket or pipe).`);
      }
      return new FileSource(path, openSync(path, constants.O_RDONLY));
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw asSourceError(path, error as NodeJS.ErrnoException);
    }
  }

  /** Size now, in bytes. */
  size(): number {
    return fstatSync(this.fd).size;
  }

  /** Reads up to `length` bytes at `offset` into target[at…]; returns how many there were. */
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

function asSourceError(path: string, error: NodeJS.ErrnoException): SourceError {
  const options = { cause: error };
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new SourceError(
        'not-found',
        path,
        `There is no file at ${path}. Check the path and try again.`,
        options,
      );
    case 'EACCES':
    case 'EPERM':
      return new SourceError(
        'not-allowed',
        path,
        `${path} cannot be read: the system denies access to it.`,
        options,
      );
    default:
      return new SourceError(
        'unreadable',
        path,
        `${path} cannot be read (${error.code ?? error.message}).`,
        options,
      );
  }
}
