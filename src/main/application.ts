import { join } from 'node:path';
import {
  app,
  type BrowserWindow,
  dialog,
  type IpcMainInvokeEvent,
  Menu,
  MessageChannelMain,
  type MessagePortMain,
  session,
} from 'electron';
import { capturesIn } from '../engine/captures/captures-folder';
import { ENGINE_PORT_CHANNEL, SHELL_EVENT_CHANNEL } from '../ipc/shell-channels';
import type { Theme } from '../ipc/shell-contract';
import { demoFile, rendererFolder } from './app-folders';
import { serveAppScheme } from './content/app-scheme';
import { APP_PAGE } from './content/app-url';
import { EngineProcess } from './engine-process';
import { forkEngine } from './fork-engine';
import type { FilterRules } from './guards/request-filter';
import { guardAllContents, guardSession } from './guards/web-guards';
import { menuTemplate } from './menu';
import { choosePath } from './processes/choose-path';
import { endWithApp } from './processes/end-with-app';
import { ProcessList } from './processes/process-list';
import { UserActs } from './processes/user-acts';
import { RecentFiles } from './sessions/recent-files';
import { SessionList } from './sessions/session-list';
import { checkSource } from './sessions/source-check';
import { chooseTheme, currentTheme, restoreTheme } from './settings/theme';
import { serveShellRequests } from './shell/request-channel';
import { shellHandlers } from './shell/shell-handlers';
import { createMainWindow } from './window/main-window';
import { reviveGonePage } from './window/revive-page';
import { WindowLink } from './window/window-link';

const FILE_KINDS = [
  { name: 'Recordings', extensions: ['jsonl', 'json', 'ndjson', 'log', 'txt'] },
  { name: 'All Files', extensions: ['*'] },
];

/** The running app: one window, one engine, and the sessions that both know by their ids. */
export class Application {
  readonly #page: string;
  readonly #link = new WindowLink((event, data) => {
    this.#window?.webContents.send(SHELL_EVENT_CHANNEL, event, data);
  });
  readonly #engine: EngineProcess<MessagePortMain>;
  readonly #sessions: SessionList;
  readonly #recent: RecentFiles;
  readonly #processes: ProcessList;
  readonly #acts = new UserActs();
  #window: BrowserWindow | null = null;
  #choosing = false;

  /** Call when Electron is ready. `devServer` serves the page instead of the built files. */
  constructor(rules: FilterRules, devServer: string | null) {
    this.#page = devServer ? `${devServer}/index.html` : APP_PAGE;
    restoreTheme();
    serveAppScheme(rendererFolder());
    guardSession(session.defaultSession, rules);
    guardAllContents();
    this.#recent = new RecentFiles(join(app.getPath('userData'), 'recent.json'), () => {
      this.#showMenu();
      this.#link.send('recentChanged', this.#recent.list());
    });
    this.#engine = new EngineProcess<MessagePortMain>({
      fork: forkEngine,
      onState: (state, message) => this.#link.send('engineState', { state, message }),
      onOpened: (id) => this.#sessions.engineOpened(id),
      onOpenFailed: (id, message) => this.#sessions.engineFailed(id, message),
      reconnect: () => {
        if (this.#link.ready) this.#handOverPort();
      },
    });
    this.#sessions = new SessionList({
      engine: this.#engine,
      check: checkSource,
      onOpened: (opened) => this.#link.send('sessionOpened', opened),
      onClosed: (id) => {
        this.#link.send('sessionClosed', { session: id });
        this.#processes.sessionClosed();
      },
      onReadable: (path) => {
        this.#recent.add(path);
        app.addRecentDocument(path);
      },
    });
    this.#processes = new ProcessList({
      captures: capturesIn(app.getPath('userData')),
      surroundings: () => ({
        environment: process.env,
        home: app.getPath('home'),
        platform: process.platform,
      }),
      sessions: this.#sessions,
      onChanged: (changed) => this.#link.send('processChanged', changed),
      onForgotten: (id) => this.#link.send('processForgotten', { process: id }),
    });
    endWithApp(this.#processes);
    this.#serve();
  }

  /** Starts the engine and shows the window with these files. */
  start(files: readonly string[]): void {
    this.#engine.start();
    this.#showMenu();
    this.showWindow();
    void this.open(files);
  }

  stop(): void {
    this.#engine.stop();
  }

  async open(files: readonly string[]): Promise<void> {
    await this.#sessions.open(files);
  }

  /** Brings the window to the front, and makes it when there is none. */
  showWindow(): void {
    const existing = this.#window;
    if (existing) {
      if (existing.isMinimized()) existing.restore();
      existing.focus();
      return;
    }
    const window = createMainWindow(this.#page);
    this.#window = window;
    window.on('closed', () => {
      this.#window = null;
      this.#link.reset();
      void this.#processes.endAll();
    });
    this.#acts.watch(window.webContents);
    window.webContents.on('did-start-navigation', (details) => {
      // The old page is gone with its port; the new one says `ready` when it listens.
      if (details.isMainFrame && !details.isSameDocument) this.#link.reset();
    });
    reviveGonePage(window, (sentence) => {
      this.#link.reset();
      this.#link.send('notice', { id: 'window', tone: 'warning', text: sentence });
    });
  }

  #serve(): void {
    const handlers = shellHandlers({
      sessions: this.#sessions,
      recent: this.#recent,
      demo: demoFile(),
      theme: currentTheme,
      engine: () => this.#engine.state,
      chooseTheme: (theme) => this.#chooseTheme(theme),
      showOpenDialog: () => this.#showOpenDialog(),
      windowReady: () => this.#windowReady(),
      processes: this.#processes,
      acts: this.#acts,
      chooseProgram: () => choosePath(this.#window, 'program'),
      chooseFolder: () => choosePath(this.#window, 'folder'),
    });
    serveShellRequests(handlers, (event) => this.#isOwnPage(event));
  }

  #isOwnPage({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
    const contents = this.#window?.webContents;
    if (!contents || sender !== contents || !senderFrame || senderFrame.parent !== null) return false;
    return senderFrame.url.startsWith(this.#page.slice(0, this.#page.lastIndexOf('/') + 1));
  }

  #windowReady(): void {
    this.#link.snapshotTaken();
    // After the answer, which holds the state that later events change.
    setImmediate(() => {
      if (this.#link.open()) this.#handOverPort();
    });
  }

  /** A direct line between page and engine: requests for frames never pass the main process. */
  #handOverPort(): void {
    const window = this.#window;
    if (!window) return;
    const { port1, port2 } = new MessageChannelMain();
    this.#engine.connect(port1);
    window.webContents.postMessage(ENGINE_PORT_CHANNEL, null, [port2]);
  }

  async #showOpenDialog(): Promise<void> {
    const window = this.#window;
    // The key for opening can arrive from the menu and from the page.
    if (!window || this.#choosing) return;
    this.#choosing = true;
    try {
      const chosen = await dialog.showOpenDialog(window, {
        title: 'Open recordings',
        properties: ['openFile', 'multiSelections'],
        filters: FILE_KINDS,
      });
      if (!chosen.canceled) await this.open(chosen.filePaths);
    } finally {
      this.#choosing = false;
    }
  }

  #chooseTheme(theme: Theme): void {
    if (theme === currentTheme()) return;
    chooseTheme(theme);
    this.#showMenu();
  }

  #showMenu(): void {
    const state = {
      recent: this.#recent.list(),
      theme: currentTheme(),
      packaged: app.isPackaged,
      platform: process.platform,
    };
    const template = menuTemplate(state, {
      open: () => void this.#showOpenDialog(),
      openRecent: (id) => void this.open([this.#recent.pathOf(id) ?? []].flat()),
      clearRecent: () => {
        this.#recent.clear();
        app.clearRecentDocuments();
      },
      openDemo: () => void this.open([demoFile()]),
      chooseTheme: (theme) => {
        this.#chooseTheme(theme);
        this.#link.send('themeChanged', { theme });
      },
      command: (id) => {
        this.#acts.note();
        this.#link.send('command', { id });
      },
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
}
