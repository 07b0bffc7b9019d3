import type { EngineState } from '../../ipc/shell-contract';
import { registry } from '../commands/registry';
import { tellFailure, useNotices } from '../stores/notices';
import { useProcesses } from '../stores/processes';
import { useSelection } from '../stores/selection';
import { useSessions } from '../stores/sessions';
import { onEngineClient } from './engine-port';
import { followFinds } from './find-feed';
import { followProcesses, showAwaited } from './process-feed';
import { followEngine, followSession, forgetSession } from './session-feed';
import { askShell } from './shell';

const ENGINE_NOTICE = 'engine';
const NOTICE_TONES = { info: 'info', warning: 'warn', error: 'err' } as const;

function receiveEngineState(state: EngineState, message: string): void {
  const { engine, set } = useSessions.getState();
  const { show } = useNotices.getState();
  const wasDown = engine.state === 'restarting' || engine.state === 'failed';
  set({ engine: { state, message } });
  if (state === 'restarting') {
    show({ id: ENGINE_NOTICE, tone: 'warn', text: `${message} What you see stays.`, dismissible: false });
  } else if (state === 'failed') {
    show({ id: ENGINE_NOTICE, tone: 'err', text: message, dismissible: true });
  } else if (state === 'ready' && wasDown) {
    // Good news goes by itself: it must not lie over what is written below it.
    show({ id: ENGINE_NOTICE, tone: 'ok', text: message, dismissible: true, brief: true });
    for (const { session } of useSessions.getState().sessions) void followSession(session);
  }
}

/** Subscribes to everything the shell tells, then says that the window listens. Called once, when mounted. */
export async function startShell(): Promise<void> {
  const { set } = useSessions.getState();
  const { framescope } = window;
  onEngineClient(followEngine);
  followFinds();
  framescope.on('sessionOpened', (session) => {
    useSessions.getState().opened(session);
    void followSession(session.session);
    showAwaited();
  });
  framescope.on('sessionClosed', ({ session }) => {
    useSessions.getState().closed(session);
    useSelection.getState().forget(session);
    forgetSession(session);
  });
  followProcesses(framescope);
  framescope.on('recentChanged', (recent) => set({ recent }));
  framescope.on('engineState', ({ state, message }) => receiveEngineState(state, message));
  framescope.on('command', ({ id }) => registry.run(id));
  framescope.on('themeChanged', ({ theme }) => set({ theme }));
  framescope.on('notice', ({ id, tone, text }) => {
    useNotices.getState().show({ id, tone: NOTICE_TONES[tone], text, dismissible: true });
  });
  try {
    const { sessions, processes, active, recent, theme, engine, appVersion, platform } = await askShell(
      'ready',
      {},
    );
    set({
      ready: true,
      sessions,
      active: active ?? sessions[0]?.session ?? null,
      recent,
      theme,
      appVersion,
      platform,
    });
    useProcesses.getState().set(processes);
    if (engine.state !== 'starting') receiveEngineState(engine.state, engine.message);
    for (const { session } of sessions) void followSession(session);
  } catch (error) {
    set({ ready: true });
    tellFailure('shell', error);
  }
}
