import { app, clipboard, shell } from 'electron';
import type { Handlers } from '../../ipc/channel';
import type { EngineNotice, ShellContract, Theme } from '../../ipc/shell-contract';
import { SourceError } from '../../protocol/errors';
import { type ProcessParts, processHandlers } from '../processes/process-handlers';
import type { RecentFiles } from '../sessions/recent-files';
import type { SessionList } from '../sessions/session-list';

export interface ShellParts extends ProcessParts {
  sessions: SessionList;
  recent: RecentFiles;
  demo: string;
  theme(): Theme;
  engine(): EngineNotice;
  chooseTheme(theme: Theme): void;
  showOpenDialog(): Promise<void>;
  /** The window listens, and is answered with the state of this very moment. */
  windowReady(): void;
}

/** So long may files that are just being opened keep a new window waiting. */
const OPENING_PATIENCE_MS = 500;

/** One handler for each request of the shell contract. */
export function shellHandlers(parts: ShellParts): Handlers<ShellContract> {
  const { sessions, recent } = parts;
  return {
    ...processHandlers(parts),
    async ready() {
      await sessions.settled(OPENING_PATIENCE_MS);
      parts.windowReady();
      return {
        sessions: sessions.list(),
        processes: parts.processes.list(),
        active: sessions.active,
        recent: recent.list(),
        theme: parts.theme(),
        engine: parts.engine(),
        appVersion: app.getVersion(),
        platform: process.platform,
      };
    },
    async openDialog() {
      await parts.showOpenDialog();
      return {};
    },
    async openDemo() {
      await sessions.open([parts.demo]);
      return {};
    },
    async openRecent({ id }) {
      const path = recent.pathOf(id);
      if (path === undefined) {
        throw new SourceError('not-found', '', 'This file is no longer in the list of recent files.');
      }
      await sessions.open([path]);
      return {};
    },
    clearRecent() {
      recent.clear();
      app.clearRecentDocuments();
      return {};
    },
    async openDropped({ paths }) {
      await sessions.open(paths);
      return {};
    },
    closeSession({ session }) {
      sessions.close(session);
      return {};
    },
    async reopenSession({ session }) {
      await sessions.reopen(session);
      return {};
    },
    setTheme({ theme }) {
      parts.chooseTheme(theme);
      return {};
    },
    copyText({ text }) {
      clipboard.writeText(text);
      return {};
    },
    showInFolder({ session }) {
      shell.showItemInFolder(sessions.pathOf(session));
      return {};
    },
  };
}
