import type { Model } from '../mock-api/mock-api';
import type { RunningCli } from './running-cli';

/** States of the world around the CLI that a scenario can wait for. */
export interface Until {
  /** The mock was asked for so many messages. */
  asked(requests: number): Promise<void>;
  /** A file of the project is there. */
  there(name: string): Promise<void>;
}

/** One start of the CLI. */
export interface ScenarioCall {
  /** The prompt on the command line. Without it the CLI reads stream-json, and `meanwhile` talks with it. */
  prompt?: string;
  /** Made anew for every run, so that it can count. */
  model: () => Model;
  /** More arguments; `session` is the one of the call before, `home` the folder above the project. */
  args?: (at: { session: string | null; home: string }) => string[];
  /** "bypass": everything is allowed; "default": what needs leave is denied; "ask": the CLI asks over stdio. */
  permissions?: 'bypass' | 'default' | 'ask' | 'plan';
  /** `--include-partial-messages` */
  partial?: boolean;
  account?: 'key' | 'token';
  environment?: Record<string, string>;
  /** Files beside the usual ones, relative to the project. */
  files?: Record<string, string | Uint8Array>;
  /** What happens while it runs. */
  meanwhile?: (cli: RunningCli, until: Until) => Promise<void>;
  /** See `Start`. */
  stallAfter?: number;
}

/** Something that the CLI goes through, the same way in every version. */
export interface Scenario extends ScenarioCall {
  /** Number and name, as the recordings in fixtures/ have them. */
  name: string;
  title: string;
  /** Further starts in the same folder. */
  further?: ScenarioCall[];
}
