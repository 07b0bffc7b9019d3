import { createHash } from 'node:crypto';
import { FRAME_SCAN_WASM } from '../frames/wasm/frame-scan-binary';

/** A hash of the sources that decide over an index, which the build puts in; absent where the sources themselves run. */
declare const __INDEX_SOURCES__: string | undefined;

/** To be raised when a sidecar is written in another way. */
const FORMAT = 2;

/** Indexes of another build may say other things of the same bytes: they are not used. */
export const INDEX_BUILD = createHash('sha256')
  .update(`${FORMAT} ${typeof __INDEX_SOURCES__ === 'undefined' ? 'sources' : __INDEX_SOURCES__}`)
  .update(FRAME_SCAN_WASM)
  .digest('hex');
