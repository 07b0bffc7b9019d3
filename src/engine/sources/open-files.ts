import { type ByteSource, FileSource } from './file-source';

/** A session may have hundreds of agent files; a process may have a few hundred files open. */
const MAX_OPEN = 16;

/** Files that are read now and then. Only the few that were used last are open; the others are opened when needed. */
export class OpenFiles {
  private readonly open = new Map<string, FileSource>();

  constructor(private readonly limit = MAX_OPEN) {}

  /** How many are open now. */
  get size(): number {
    return this.open.size;
  }

  /** The file, open; symbolic links are refused. Throws SourceError. */
  use(path: string): FileSource {
    const known = this.open.get(path);
    const source = known ?? FileSource.open(path, true);
    // A map keeps the order of insertion: the first is the one that was not used for longest.
    this.open.delete(path);
    this.open.set(path, source);
    const [oldest] = this.open.keys();
    if (this.open.size > this.limit && oldest !== undefined) this.close(oldest);
    return source;
  }

  close(path: string): void {
    this.open.get(path)?.close();
    this.open.delete(path);
  }

  closeAll(): void {
    for (const path of [...this.open.keys()]) this.close(path);
  }
}

/** One file of the pool. Every use may throw SourceError: the file may be gone when it is opened again. */
export class PooledFile implements ByteSource {
  constructor(
    readonly path: string,
    private readonly files: OpenFiles,
  ) {}

  size(): number {
    return this.files.use(this.path).size();
  }

  identity(): string {
    return this.files.use(this.path).identity();
  }

  writtenAt(): number {
    return this.files.use(this.path).writtenAt();
  }

  stamp(): string {
    return this.files.use(this.path).stamp();
  }

  read(target: Buffer, at: number, length: number, offset: number): number {
    return this.files.use(this.path).read(target, at, length, offset);
  }

  close(): void {
    this.files.close(this.path);
  }
}
