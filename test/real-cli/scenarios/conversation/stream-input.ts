import type { Frame } from '../../cli/growing-frames';
import type { RunningCli } from '../../cli/running-cli';
import type { Scenario } from '../../cli/scenario';
import { bash, call, message, text } from '../../mock-api/messages';
import { inTurn, onRequest } from '../said-in-turn';

const isResult = ({ type }: Frame) => type === 'result';
const asks = ({ type, request }: Frame) => type === 'control_request' && request?.subtype === 'can_use_tool';
const isTextDelta = ({ event }: Frame) => event?.delta?.type === 'text_delta';

const slowAnswer = {
  ...message(text('A very slow answer that is going to be interrupted before it can finish. '.repeat(6))),
  silentAfter: 8,
};

/** Answers the next requests of the CLI: hooks go on, and everything is allowed that does not name b.txt. */
async function answerRequests(cli: RunningCli, count: number): Promise<void> {
  for (let answered = 0; answered < count; answered++) {
    const request = await cli.next(({ type }) => type === 'control_request');
    const { subtype, input } = request.request ?? {};
    if (subtype !== 'can_use_tool') cli.respond(request, { continue: true });
    else if (JSON.stringify(input).includes('b.txt')) {
      cli.respond(request, { behavior: 'deny', message: 'Denied by the demo host' });
    } else cli.respond(request, { behavior: 'allow', updatedInput: input });
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
      const hooks = { PostToolUse: [{ matcher: 'Bash', hookCallbackIds: ['hook_0'] }] };
      await cli.control({ subtype: 'initialize', hooks });
      cli.sendTurn('Touch two files.');
      // Two questions, and the hook after the command that was allowed.
      await answerRequests(cli, 3);
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
  {
    name: '10b-disallowed',
    title: 'tool in --disallowedTools',
    prompt: 'Run a command.',
    permissions: 'default',
    args: () => ['--disallowedTools', 'Bash(touch:*)'],
    model: () => inTurn(message(bash('touch created.txt')), message(text('Not allowed.'))),
  },
  {
    name: '21c-ask',
    title: 'AskUserQuestion through can_use_tool',
    permissions: 'ask',
    model: () =>
      inTurn(
        message(
          call('AskUserQuestion', {
            questions: [
              {
                question: 'Which colour?',
                header: 'Colour',
                multiSelect: false,
                options: [
                  { label: 'Red', description: 'A warm colour' },
                  { label: 'Blue', description: 'A cold colour' },
                ],
              },
            ],
          }),
        ),
        message(text('Noted.')),
      ),
    meanwhile: async (cli) => {
      await cli.control({ subtype: 'initialize' });
      cli.sendTurn('Ask me something.');
      const request = await cli.next(asks);
      const updatedInput = { ...request.request?.input, answers: { 'Which colour?': 'Blue' } };
      cli.respond(request, { behavior: 'allow', updatedInput });
      await cli.next(isResult);
    },
  },
  {
    name: '32-session-state',
    title: 'session-state events and SDK entry',
    partial: true,
    args: () => ['--include-hook-events', '--replay-user-messages'],
    environment: {
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
      CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
      CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '1',
    },
    model: () => inTurn(message(bash('echo a'), bash('echo b')), message(text('Answer.'))),
    meanwhile: async (cli) => {
      await cli.control({ subtype: 'initialize' });
      cli.sendTurn('Go.');
      await cli.next(isResult);
    },
  },
  {
    name: '27-suggest',
    title: 'prompt suggestions and hook events with partial messages',
    partial: true,
    args: () => ['--include-hook-events', '--prompt-suggestions'],
    environment: { CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'true' },
    model:
      () =>
      ({ step }) =>
        message(text(`Answer ${step + 1}`)),
    meanwhile: async (cli) => {
      await cli.control({ subtype: 'initialize', promptSuggestions: true });
      for (const words of ['One.', 'Two.', 'Three.']) {
        cli.sendTurn(words);
        await cli.next(isResult);
      }
    },
  },
];
