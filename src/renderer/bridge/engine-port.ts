import { type Client, createClient, type Wire } from '../../ipc/channel';
import type { EngineContract } from '../../ipc/engine-contract';
import { ENGINE_PORT_MESSAGE } from '../../ipc/shell-channels';

export type EngineClient = Client<EngineContract>;

function portWire(port: MessagePort): Wire {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.onmessage = (event) => listener(event.data);
      port.start();
    },
    close: () => port.close(),
  };
}

/** Calls back with a client for every engine port that the preload script hands over (one an engine life). */
export function onEngineClient(listener: (client: EngineClient) => void): () => void {
  const receive = (event: MessageEvent) => {
    if (event.source !== window || event.origin !== window.location.origin) return;
    if ((event.data as { type?: unknown } | null)?.type !== ENGINE_PORT_MESSAGE) return;
    const port = event.ports[0];
    if (port) listener(createClient<EngineContract>(portWire(port)));
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}
