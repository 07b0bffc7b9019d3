import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import type { SideStream } from '../answer-types';

/** The output itself, or what stands beside it. */
export type CaptureStream = 'stdout' | SideStream;

/** Bytes of one stream of a capture that came together. */
export interface ArrivalRecord {
  stream: CaptureStream;
  /** Offset in the stream's file of the byte after the last one. */
  end: number;
  /** Milliseconds since the Unix epoch; NaN: they came while nobody looked. */
  time: number;
}

const LETTERS: Record<CaptureStream, string> = { stdout: 'o', stderr: 'e', stdin: 'i' };
const STREAMS = new Map<string, CaptureStream>([
  ['o', 'stdout'],
  ['e', 'stderr'],
  ['i', 'stdin'],
]);
const HEADER = '# framescope arrivals 1: stream (o stdout, e stderr, i stdin), end offset, ms since 1970\n';
/** A sidecar that is longer than this is not read: 50 MB of it stand for two million batches. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The sidecar that keeps when the bytes of a capture came (`NAME.arrivals`): a line for each batch, in the order in which
 * they came, so that stderr stands between the frames where it belongs. Offsets of a stream only rise; lines that are
 * damaged are left out. Never throws.
 */
export function readArrivals(path: string): ArrivalRecord[] {
  const records: ArrivalRecord[] = [];
  const ends = new Map<CaptureStream, number>();
  for (const line of textOf(path).split('\n')) {
    const [letter = '', end = '', time = ''] = line.split(' ');
    const stream = STREAMS.get(letter);
    const at = Number(end);
    if (stream === undefined || !Number.isSafeInteger(at) || at <= (ends.get(stream) ?? 0)) continue;
    if (!/^\d{1,15}$|^-$/.test(time)) continue;
    ends.set(stream, at);
    records.push({ stream, end: at, time: time === '-' ? Number.NaN : Number(time) });
  }
  return records;
}

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    // The last line may be half written.
    return bytes.length > MAX_BYTES ? '' : bytes.toString('latin1', 0, bytes.lastIndexOf(10) + 1);
  } catch {
    return '';
  }
}

/** Appends to the sidecar of a capture that is being written. A disk that is full costs times, never frames. */
export class ArrivalLog {
  private begun: boolean;
  private failed = false;

  constructor(
    private readonly path: string,
    exists: boolean,
  ) {
    this.begun = exists;
  }

  /** Begins the sidecar anew with these. */
  restart(records: readonly ArrivalRecord[]): void {
    try {
      truncateSync(this.path);
      this.begun = false;
      this.add(records);
    } catch {
      this.failed = true;
    }
  }

  add(records: readonly ArrivalRecord[]): void {
    if (this.failed || records.length === 0) return;
    const lines = records.map(
      ({ stream, end, time }) => `${LETTERS[stream]} ${end} ${Number.isNaN(time) ? '-' : Math.round(time)}\n`,
    );
    try {
      appendFileSync(this.path, (this.begun ? '' : HEADER) + lines.join(''), { mode: 0o600 });
      this.begun = true;
    } catch {
      this.failed = true;
    }
  }
}
