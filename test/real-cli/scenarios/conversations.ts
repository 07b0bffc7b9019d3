import type { Frame } from '../cli/growing-frames';
import type { RunningCli } from '../cli/running-cli';
import type { Scenario } from '../cli/scenario';
import { bash, call, message, text } from '../mock-api/messages';
import { inTurn, onRequest } from './said-in-turn';

const isResult = ({ type }: Frame) => type === 'result';
const asks = ({ type, request }: Frame) => type === 'control_request' && request?.subtype === 'can_use_tool';
const isTextDelta = ({ event }: Frame) => event?.delta?.type === 'text_delta';

const slowAnswer = {
  ...message(text('A very slow answer that is going to be interrupted before it can finish. '.repeat(6))),
  silentAfter: 8,
};

/** Allows what is asked, but nothing that names b.txt. */
async function answerPermissions(cli: RunningCli, count: number): Promise<void> {
  for (let answered = 0; answered < count; answered++) {
    const request = await cli.next(asks);
    const { input } = request.request ?? {};
    const allowed = !JSON.stringify(input).includes('b.txt');
    cli.respond(
      request,
      allowed
        ? { behavior: 'allow', updatedInput: input }
        : { behavior: 'deny', message: 'Denied by the demo host' },
    );
  }
}

/** The CLI reads stream-json: several turns, questions and interrupts in one process. */
export const conversationScenarios: Scenario[] = [
  {
    name: '16-two-turns',
    title: 'stream-json input: two turns, replayed user messages',
    args: () => ['--replay-user-messages'],
    model: () =>
      inTurn(message(text('First answer.')), message(bash('echo second')), message(text('Second answer.'))),
    meanwhile: async (cli) => {
      cli.sendTurn('First question.');
      await cli.next(isResult);
      const second = { role: 'user', content: 'Second question as a plain string.' };
      cli.send({ type: 'user', message: second, uuid: '11111111-2222-4333-8444-555555555555' });
      await cli.next(isResult);
    },
  },
  {
    name: '16b-control',
    title:
      'control protocol: initialize, can_use_tool, set_model, set_permission_mode, unknown subtype, interrupt',
    permissions: 'ask',
    partial: true,
    model: onRequest(
      message(bash('touch a.txt'), bash('touch b.txt')),
      message(text('One allowed, one denied.')),
      slowAnswer,
    ),
    meanwhile: async (cli) => {
      await cli.control({ subtype: 'initialize' });
      cli.sendTurn('Touch two files.');
      await answerPermissions(cli, 2);
      await cli.next(isResult);
      await cli.control({ subtype: 'set_model', model: 'claude-opus-4-1-20250805' });
      await cli.control({ subtype: 'set_permission_mode', mode: 'acceptEdits' });
      await cli.control({ subtype: 'no_such_subtype' });
      cli.sendTurn('Answer slowly.');
      await cli.next(isTextDelta);
      await cli.control({ subtype: 'interrupt' });
      await cli.next(isResult);
    },
  },
  {
    name: '16c-interrupt-tool',
    title: 'interrupt while a tool runs',
    model: onRequest(
      message(text('Starting something slow.'), bash('echo begin; touch begun; sleep 600')),
      message(text('Fine.')),
    ),
    meanwhile: async (cli, until) => {
      cli.sendTurn('Do something slow.');
      await until.there('begun');
      await cli.control({ subtype: 'interrupt' });
      await cli.next(isResult);
      cli.sendTurn('Still there?');
      await cli.next(isResult);
    },
  },
  {
    name: '10-denied',
    title: 'permission denied in default mode',
    prompt: 'Create a file.',
    permissions: 'default',
    model: () =>
      inTurn(
        ({ folder }) =>
          message(
            bash('touch created.txt && rm -f README.md'),
            call('Write', { file_path: `${folder}/new.txt`, content: 'x' }),
          ),
        message(text('I was not allowed to.')),
      ),
  },
];
