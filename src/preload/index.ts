import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { ErrorEnvelope } from '../ipc/error-envelope';
import {
  ENGINE_PORT_CHANNEL,
  ENGINE_PORT_MESSAGE,
  SHELL_EVENT_CHANNEL,
  SHELL_REQUEST_CHANNEL,
} from '../ipc/shell-channels';
import type { Bridge } from '../ipc/shell-contract';

// The bridge is derived from the contract: one channel for requests, one for events, and no code for any
// single method. The one exception is a drop, because only here can a File be turned into its path.

type Listener = (data: unknown) => void;
const listeners = new Map<string, Set<Listener>>();

ipcRenderer.on(SHELL_EVENT_CHANNEL, (_event: IpcRendererEvent, event: string, data: unknown) => {
  for (const listener of listeners.get(event) ?? []) listener(data);
});

ipcRenderer.on(ENGINE_PORT_CHANNEL, (event: IpcRendererEvent) => {
  window.postMessage({ type: ENGINE_PORT_MESSAGE }, location.origin, event.ports);
});

function refuse(message: string): Promise<{ error: ErrorEnvelope }> {
  return Promise.resolve({ error: { code: 'invalid-request', message } });
}

function request(method: string, input: unknown) {
  // The page names files by dropping them, never by path.
  if (method === 'openDropped') return refuse('The window cannot open files by path.');
  return ipcRenderer.invoke(SHELL_REQUEST_CHANNEL, method, input);
}

function on(event: string, listener: Listener): () => void {
  const known = listeners.get(event) ?? new Set();
  listeners.set(event, known.add(listener));
  return () => known.delete(listener);
}

function openDropped(files: File[]) {
  const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  if (paths.length === 0) return refuse('What was dropped is not a file on this computer.');
  return ipcRenderer.invoke(SHELL_REQUEST_CHANNEL, 'openDropped', { paths });
}

const bridge = { request, on, openDropped } as Bridge;
contextBridge.exposeInMainWorld('framescope', bridge);
