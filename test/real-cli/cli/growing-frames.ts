import { closeSync, openSync, readSync } from 'node:fs';

/** A frame of the CLI, as far as a scenario looks into it. */
export interface Frame {
  type?: string;
  subtype?: string;
  session_id?: string;
  request_id?: string;
  request?: { subtype?: string; tool_name?: string; input?: Record<string, unknown> };
  event?: { type?: string; delta?: { type?: string } };
  [key: string]: unknown;
}

/** The frames of a file that another process is writing. */
export class GrowingFrames {
  readonly frames: Frame[] = [];
  readonly #fd: number;
  readonly #chunk = Buffer.alloc(1 << 16);
  #offset = 0;
  #rest = '';
  readonly #decoder = new TextDecoder();

  constructor(path: string) {
    this.#fd = openSync(path, 'r');
  }

  /** Reads what was written since; a line that is no JSON is no frame. */
  readMore(): void {
    for (;;) {
      const bytes = readSync(this.#fd, this.#chunk, 0, this.#chunk.length, this.#offset);
      if (bytes === 0) return;
      this.#offset += bytes;
      this.#rest += this.#decoder.decode(this.#chunk.subarray(0, bytes), { stream: true });
      const lines = this.#rest.split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #take(line: string): void {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null) this.frames.push(value as Frame);
    } catch {
      // Log lines and torn frames: what they are is for the tests to say.
    }
  }
}
