import { createHash } from 'node:crypto';
import { rename, unlink } from 'node:fs/promises';
import { z } from 'zod';
import { idSeed } from '../frames/id-seed';
import type { KeptIndexes, Session, SessionOptions } from '../session/session';
import { findAgentFiles } from '../sources/agent-files';
import { type ByteSource, FileSource } from '../sources/file-source';
import { CacheFolder, type CacheLimits } from './cache-folder';
import { compareMark, type FileMark, markOfFile } from './file-mark';
import { INDEX_BUILD } from './index-build';
import { readState, writeState } from './session-state';
import { SidecarReader, writeSidecar } from './sidecar-file';

/** A shorter file is indexed as fast as a sidecar is read. */
export const MIN_BYTES = 2 * 1024 * 1024;

const mark = z.object({
  identity: z.string(),
  bytes: z.number(),
  writtenAt: z.number(),
  head: z.string(),
  tail: z.string(),
  spread: z.string(),
});
const sides = ['stdin', 'stderr', 'arrivals'] as const;
const keptSchema = z.object({
  build: z.string(),
  seed: z.string(),
  options: z.string(),
  writtenAt: z.number(),
  main: mark,
  /** The other files, in the order in which they were opened. */
  files: z.array(
    z.union([
      z.object({ agent: z.string(), layout: z.enum(['beside', 'subagents']), mark }),
      z.object({ side: z.enum(['stdin', 'stderr']) }),
    ]),
  ),
  /** What stands beside a capture: null for what is not there, absent where the session is none. */
  beside: z.record(z.enum(sides), mark.nullable()).optional(),
  state: z.unknown(),
});
type Kept = z.infer<typeof keptSchema>;

/** Keeps indexes in a folder, so that a file that is opened again need not be read again. */
export class IndexCache implements KeptIndexes {
  private readonly folder: CacheFolder;

  constructor(
    folder: string,
    limits?: CacheLimits,
    private readonly minBytes = MIN_BYTES,
  ) {
    this.folder = new CacheFolder(folder, limits);
  }

  restore(source: ByteSource, options: SessionOptions, create: () => Session): Session | null {
    const { secret } = this.folder;
    if (secret === null || sizeOrNothing(source) < this.minBytes) return null;
    const name = nameOf(source.identity(), options);
    let reader: SidecarReader;
    try {
      reader = SidecarReader.open(this.folder.sidecar(name), secret);
    } catch {
      return null;
    }
    let session: Session | null = null;
    try {
      const kept = keptSchema.parse(reader.json);
      const main = compareMark(source, kept.main);
      if (main === null || !isOfThisBuild(kept, options)) return null;
      session = create();
      const grown = openFiles(session, source, kept) || main === 'grown';
      readState(session, kept.state, reader.fill);
      reader.end();
      if (!session.files.resume(grown)) throw new Error('What was told last may be another thing.');
      session.restoredFrom = kept.writtenAt;
      this.folder.touch(name);
      return session;
    } catch {
      // Damaged, of another build, or of other files: it is as if there were none.
      session?.files.discard();
      return null;
    } finally {
      reader.close();
    }
  }

  /**
   * Writes the index of a session, in the background; what it looks like now is taken before this returns. Resolves to false
   * when it is not worth keeping, or cannot be kept. Never rejects.
   */
  async save(session: Session): Promise<boolean> {
    const { secret } = this.folder;
    if (secret === null || session.files.bytesRead < this.minBytes) return false;
    const path = this.folder.newPath();
    try {
      const kept = keptOf(session);
      if (kept === null) return false;
      const { state, writer } = writeState(session);
      const json = JSON.stringify({ ...kept, state });
      const name = nameOf(kept.main.identity, session.options);
      const now = () => `${session.index.table.rows} ${session.files.bytesRead}`;
      const before = now();
      const wanted = () => now() === before;
      if (!(await writeSidecar(path, secret, json, writer.pieces, wanted))) {
        await unlink(path);
        return false;
      }
      await rename(path, this.folder.sidecar(name));
      await this.folder.tidy();
      return true;
    } catch {
      // A full disk, a folder that is gone: nothing is kept.
      await unlink(path).catch(() => {});
      return false;
    }
  }
}

function sizeOrNothing(source: ByteSource): number {
  try {
    return source.size();
  } catch {
    return 0;
  }
}

/** What decides over what an index says, besides the bytes. */
function optionsOf({ agentFiles, captures, follow, maxValueBytes, sampleBytes }: SessionOptions): string {
  return JSON.stringify([
    agentFiles === true,
    captures === true,
    follow === true,
    maxValueBytes,
    sampleBytes,
  ]);
}

function nameOf(identity: string, options: SessionOptions): string {
  const text = `${identity} ${optionsOf(options)}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function isOfThisBuild({ build, seed, options }: Kept, own: SessionOptions): boolean {
  return build === INDEX_BUILD && seed === String(idSeed()) && options === optionsOf(own);
}

/** Opens the other files of the session. True when one of them has grown. Throws when one is not what it was. */
function openFiles(session: Session, source: ByteSource, { files, beside }: Kept): boolean {
  const { capture } = session.files;
  if ((capture === null) !== (beside === undefined))
    throw new Error('It is a capture by now, or none any more.');
  for (const side of sides) {
    const path = capture?.beside[side];
    if (path !== undefined && !isSameBeside(path, beside?.[side] ?? null))
      throw new Error(`${side} changed.`);
  }
  if (capture?.readOn(files.flatMap((file) => ('side' in file ? [file.side] : []))) === false)
    throw new Error('A side file is gone.');
  const there = files.length > 0 && capture === null ? findAgentFiles(source.path).files : [];
  let grown = false;
  for (const file of files) {
    if ('side' in file) continue;
    const found = there.find(({ agentId, layout }) => agentId === file.agent && layout === file.layout);
    const added = found === undefined ? null : session.files.addKnownAgentFile(found);
    const news = added === null ? null : compareMark(added.source, file.mark);
    if (news === null) throw new Error('A file of a subagent is another one.');
    grown ||= news === 'grown';
  }
  return grown;
}

function isSameBeside(path: string, mark: FileMark | null): boolean {
  const now = besideMark(path);
  return JSON.stringify(now) === JSON.stringify(mark);
}

/** The mark of a whole file; null when there is none. */
function besideMark(path: string): FileMark | null {
  let source: FileSource;
  try {
    source = FileSource.open(path, true);
  } catch {
    return null;
  }
  try {
    return markOfFile(source, source.size());
  } finally {
    source.close();
  }
}

/** What is kept beside the index; null for a session that is not at rest. Throws SourceError. */
function keptOf(session: Session): Omit<Kept, 'state'> | null {
  const { capture, parts, agentFilesLeftOff } = session.files;
  const atRest = session.state === 'done' && agentFilesLeftOff === 0 && capture?.isComplete !== false;
  if (!atRest || parts.files.some(({ error, guard }) => error !== null || !guard.isUntouched)) return null;
  const [main, ...others] = parts.files;
  if (main === undefined) return null;
  const markOf = ({ source, indexing }: typeof main) => markOfFile(source, indexing?.bytesRead ?? 0);
  const paths = capture?.beside;
  return {
    build: INDEX_BUILD,
    seed: String(idSeed()),
    options: optionsOf(session.options),
    writtenAt: Date.now(),
    main: markOf(main),
    files: others.flatMap((other): Kept['files'] => {
      if (other.file !== null)
        return [{ agent: other.file.agentId, layout: other.file.layout, mark: markOf(other) }];
      return other.side === null ? [] : [{ side: other.side }];
    }),
    ...(paths !== undefined && {
      beside: {
        stdin: besideMark(paths.stdin),
        stderr: besideMark(paths.stderr),
        arrivals: besideMark(paths.arrivals),
      },
    }),
  };
}
