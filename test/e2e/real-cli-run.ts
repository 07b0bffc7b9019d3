import { findClaudeCli, whyNoClaudeCli } from '../../build/bootstrap/claude-cli.mjs';
import type { StartedProcess } from '../../src/ipc/process-contract';
import { cliEnvironment } from '../real-cli/cli/cli-environment';
import { type DemoFolder, makeDemoFolder } from '../real-cli/cli/demo-folder';
import type { ScenarioCall } from '../real-cli/cli/scenario';
import { type MockApi, startMockApi } from '../real-cli/mock-api/mock-api';
import { expect, type Running, test as withApp } from './launch';
import { answerDialogs, RunPage } from './run-page';

export const cli = findClaudeCli();
/** Names the tests; where there is no CLI it says why they are skipped. */
export const cliTitle = cli ? `the real CLI (${cli.version})` : `the real CLI: ${whyNoClaudeCli()}`;

/** Of a developer's machine: the CLI would use them instead of the mock. The app passes its environment on. */
const NOT_INHERITED = [
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_MODEL',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CONFIG_DIR',
];

/** What of a scenario the form of the Run view says. */
export type FormCall = Pick<ScenarioCall, 'model' | 'prompt' | 'partial' | 'environment'> & {
  maxTurns?: number;
  permissionMode?: string;
};

/** A real CLI that the Run view starts, against a mock of the API. */
export interface RealCliRun {
  run: RunPage;
  api: MockApi;
  folder: DemoFolder;
  process: StartedProcess;
}

interface Fixtures {
  /** Fills in the form as the user does, and starts it. A call without a prompt is a conversation. */
  startCli(running: Running, call: FormCall, firstMessage?: string): Promise<RealCliRun>;
}

export const test = withApp.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern.
  startCli: async ({}, use) => {
    const folders: DemoFolder[] = [];
    const apis: MockApi[] = [];
    await use(async (running, call, firstMessage = '') => {
      const folder = makeDemoFolder();
      folders.push(folder);
      const api = await startMockApi(call.model(), folder.project);
      apis.push(api);
      const run = new RunPage(running);
      // Keys count once the window is there: with nothing in it, or with the session that was started before.
      await expect(running.page.getByTestId('empty-page').or(run.bar)).toBeVisible();
      await run.open();
      await fillIn(run, call, folder, api.url);
      const process = await run.start(call.prompt ?? firstMessage, {
        conversation: call.prompt === undefined,
      });
      return { run, api, folder, process };
    });
    for (const api of apis) {
      expect(api.faults).toEqual([]);
      expect(api.refused, 'hosts that the CLI wanted to reach').toEqual([]);
      await api.close();
    }
    for (const folder of folders) folder.remove();
  },
});

async function fillIn(run: RunPage, call: FormCall, folder: DemoFolder, apiUrl: string): Promise<void> {
  const { executable } = cli ?? { executable: '' };
  await answerDialogs(run.running.app, executable);
  await run.view.getByRole('button', { name: 'Choose the program' }).click();
  await expect(run.view.locator('.run-executable')).toHaveText(executable);
  await run.field('Working folder').fill(folder.project);
  const environment = { ...cliEnvironment(apiUrl, folder), ...call.environment };
  const cleared = NOT_INHERITED.map((name) => `${name}=`);
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  await run.field('Environment').fill([...cleared, ...lines].join('\n'));
  await run.field('Permission mode').selectOption(call.permissionMode ?? 'bypassPermissions');
  await run.field('Partial messages').setChecked(call.partial ?? false);
  await run.field('Max turns').fill(call.maxTurns === undefined ? '' : String(call.maxTurns));
}
