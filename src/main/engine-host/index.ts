import type { MessagePortMain } from 'electron';
import { createEngine } from '../../engine/engine';
import { type Server, serve, type Wire } from '../../ipc/channel';
import { type EngineContract, engineContract } from '../../ipc/engine-contract';
import { type HostNotice, hostCommandSchema } from '../../ipc/host-contract';

// The engine's own process: files come from the main process, questions from the windows' ports. An error
// that nobody caught ends the process; the main process starts it again and says so.

// The main process says where indexes are kept.
const [indexCache] = process.argv.slice(2);
const engine = createEngine({ agentFiles: true, captures: true, follow: true, indexCache });
const windows = new Set<Server<EngineContract>>();

function tell(notice: HostNotice): void {
  process.parentPort.postMessage(notice);
}

function open(session: number, path: string): void {
  engine.open(session, path).then(
    () => tell({ t: 'opened', session }),
    (error: unknown) => {
      tell({ t: 'open-failed', session, message: error instanceof Error ? error.message : String(error) });
    },
  );
}

function connect(port: MessagePortMain): void {
  const wire: Wire = {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', (event) => listener(event.data));
      port.start();
    },
    close: () => port.close(),
  };
  const server = serve(wire, engineContract, engine.handlers);
  windows.add(server);
  // The window was closed or loaded again.
  port.on('close', () => {
    windows.delete(server);
    server.close();
  });
}

engine.onProgress((progress) => {
  for (const window of windows) window.emit('progress', progress);
});

engine.onMatch((progress) => {
  for (const window of windows) window.emit('match', progress);
});

process.parentPort.on('message', (event) => {
  const parsed = hostCommandSchema.safeParse(event.data);
  if (!parsed.success) return;
  const command = parsed.data;
  if (command.t === 'open') open(command.session, command.path);
  else if (command.t === 'close') engine.close(command.session);
  else for (const port of event.ports) connect(port);
});

tell({ t: 'ready' });
