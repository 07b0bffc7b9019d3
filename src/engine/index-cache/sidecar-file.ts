import { type CipherGCM, createCipheriv, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

const MAGIC = Buffer.from('framescope index');
const HEAD_BYTES = 48;
const NONCE_AT = 32;
const NONCE_BYTES = 12;
const CODE_BYTES = 16;
/** So much is written between two looks whether it is still wanted. */
const SLICE_BYTES = 512 * 1024;
const SLICE_TOGETHER = 64 * 1024;

/**
 * A sidecar: magic, length of the JSON and of the bytes, a number used once; a code of that and the JSON; the JSON; the bytes;
 * a code of them. The codes are made with a secret of the folder, so that only who has it can have written the file. GMAC is
 * made of both: it takes a quarter of the time of a hash.
 */
function headOf(jsonBytes: number, dataBytes: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  head.writeDoubleLE(jsonBytes, 16);
  head.writeDoubleLE(dataBytes, 24);
  randomBytes(NONCE_BYTES).copy(head, NONCE_AT);
  return head;
}

/** Makes one of the two codes of a sidecar, from all that `setAAD` is given. */
function newCode(secret: Buffer, head: Buffer, which: 'json' | 'data'): CipherGCM {
  const nonce = Buffer.from(head.subarray(NONCE_AT, NONCE_AT + NONCE_BYTES));
  // A number used once must not be used for the other code.
  nonce[0] = ((nonce[0] as number) & 0xfe) | (which === 'json' ? 0 : 1);
  return createCipheriv('aes-256-gcm', secret, nonce);
}

function finished(code: CipherGCM): Buffer {
  code.final();
  return code.getAuthTag();
}

/**
 * Writes a sidecar in slices. False when `wanted` says, between two of them, that it is not any more; then the file is no
 * sidecar. Rejects when the system refuses.
 */
export async function writeSidecar(
  path: string,
  secret: Buffer,
  json: string,
  pieces: readonly Uint8Array[],
  wanted: () => boolean,
): Promise<boolean> {
  const text = Buffer.from(json);
  const dataBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const head = headOf(text.length, dataBytes);
  const code = finished(newCode(secret, head, 'json').setAAD(head).setAAD(text));
  const all = newCode(secret, head, 'data').setAAD(code);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.concat([head, code, text]));
    for (const slice of slicesOf(pieces)) {
      if (!wanted()) return false;
      all.setAAD(slice);
      await file.writeFile(slice);
    }
    await file.writeFile(finished(all));
    return wanted();
  } finally {
    await file.close();
  }
}

/** The pieces in writes of a size: small ones together, large ones cut. */
function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  let together = 0;
  for (const piece of pieces) {
    if (piece.length < SLICE_TOGETHER) {
      small.push(piece);
      together += piece.length;
      if (together < SLICE_BYTES) continue;
    }
    if (small.length > 0) yield Buffer.concat(small);
    if (piece.length >= SLICE_TOGETHER)
      for (let at = 0; at < piece.length; at += SLICE_BYTES) yield piece.subarray(at, at + SLICE_BYTES);
    small = [];
    together = 0;
  }
  if (small.length > 0) yield Buffer.concat(small);
}

/** A sidecar that is being read: its JSON is right, its bytes are known to be so once `end` says it. */
export class SidecarReader {
  readonly json: unknown;
  private readonly all: CipherGCM;
  private at: number;
  private left: number;

  /** Throws when it is none, or not as it was written. */
  constructor(
    private readonly fd: number,
    secret: Buffer,
  ) {
    const head = this.bytesAt(0, HEAD_BYTES + CODE_BYTES);
    const start = head.subarray(0, HEAD_BYTES);
    const jsonBytes = head.readDoubleLE(16);
    this.left = head.readDoubleLE(24);
    this.at = head.length + jsonBytes;
    const size = this.at + this.left + CODE_BYTES;
    if (!start.subarray(0, MAGIC.length).equals(MAGIC) || size !== fstatSync(fd).size)
      throw new DamagedError();
    const text = this.bytesAt(head.length, jsonBytes);
    const code = finished(newCode(secret, start, 'json').setAAD(start).setAAD(text));
    if (!code.equals(head.subarray(HEAD_BYTES))) throw new DamagedError();
    this.all = newCode(secret, start, 'data').setAAD(code);
    this.json = JSON.parse(text.toString());
  }

  static open(path: string, secret: Buffer): SidecarReader {
    const fd = openSync(path, 'r');
    try {
      return new SidecarReader(fd, secret);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  private bytesAt(offset: number, length: number): Buffer {
    if (!(length >= 0 && length <= fstatSync(this.fd).size)) throw new DamagedError();
    const bytes = Buffer.allocUnsafe(length);
    this.read(bytes, offset);
    return bytes;
  }

  private read(target: Uint8Array, offset: number): void {
    for (let done = 0; done < target.length; ) {
      const got = readSync(this.fd, target, done, target.length - done, offset + done);
      if (got === 0) throw new DamagedError();
      done += got;
    }
  }

  /** Fills the target with the bytes that come next. */
  readonly fill = (target: Uint8Array): void => {
    if (target.length > this.left) throw new DamagedError();
    this.read(target, this.at);
    this.all.setAAD(target);
    this.at += target.length;
    this.left -= target.length;
  };

  /** Throws when bytes are left, or were not as they were written. */
  end(): void {
    if (this.left > 0 || !finished(this.all).equals(this.bytesAt(this.at, CODE_BYTES)))
      throw new DamagedError();
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** It is no sidecar of this folder, or not as it was written. */
export class DamagedError extends Error {}
