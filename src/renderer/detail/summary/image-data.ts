import type { ImagePlace } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { SLICE_UNITS } from '../raw/raw-text';

/** A picture as an address that holds all of it: nothing is fetched for it. Read slice by slice. */
export async function readImageUrl(
  client: Pick<EngineClient, 'request'>,
  session: number,
  frame: number,
  { path, media }: ImagePlace,
  signal: AbortSignal,
): Promise<string> {
  const parts = [`data:${media};base64,`];
  let read = 0;
  for (;;) {
    const input = { session, frame, path: [...path], from: read, count: SLICE_UNITS };
    const { data, total } = await client.request('image', input, { signal });
    parts.push(data);
    read += data.length;
    if (read >= total || data === '') return parts.join('');
  }
}
