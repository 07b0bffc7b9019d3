import type { Frame } from '../../cli/growing-frames';
import type { Scenario } from '../../cli/scenario';
import { bash, call, message, text } from '../../mock-api/messages';
import { inTurn } from '../said-in-turn';

const isResult = ({ type }: Frame) => type === 'result';

/** Work that goes on beside the conversation. */
export const backgroundScenarios: Scenario[] = [
  {
    name: '09-bg-bash',
    title: 'background Bash and its notification',
    prompt: 'Run it in the background.',
    model: () =>
      inTurn(
        message(
          text('Starting it in the background.'),
          bash('for i in 1 2 3; do echo tick $i; sleep 1; done', { run_in_background: true }),
        ),
        ({ lastText, tools }) => {
          // The result of the call names the task.
          const task_id = /(?:ID:|id)\s*[:"]?\s*([a-z0-9_]{5,})/i.exec(lastText)?.[1] ?? '';
          return message(
            tools.includes('TaskOutput')
              ? call('TaskOutput', { task_id, block: true, timeout: 8000 })
              : bash('sleep 5; echo waited'),
          );
        },
        message(text('The background command was started and checked.')),
      ),
  },
  {
    name: '09b-bg-agent',
    title: 'background subagent',
    prompt: 'Run a helper in the background.',
    model: () => {
      const agent = inTurn(
        message(bash('sleep 1; echo from background helper')),
        message(text('Background report: done.')),
      );
      const main = inTurn(
        ({ tools }) =>
          message(
            call(tools.includes('Agent') ? 'Agent' : 'Task', {
              description: 'Background look',
              prompt: 'SUBAGENT:bg Look in the background.',
              subagent_type: 'general-purpose',
              run_in_background: true,
            }),
          ),
        message(text('The helper runs in the background.')),
      );
      return (request) => (request.thread === 'subagent' ? agent(request) : main(request));
    },
  },
  {
    name: '09c-bg-stream',
    title: 'background Bash in a stream-json session, left running',
    model: () => {
      const main = inTurn(
        message(bash('echo start; sleep 3; echo end', { run_in_background: true })),
        message(text('It is running.')),
      );
      const noticed = message(text('The background command finished.'));
      return (request) => (/task-notification/i.test(request.lastText) ? noticed : main(request));
    },
    // Its end starts a second turn.
    meanwhile: async (cli) => {
      cli.sendTurn('Run it in the background.');
      await cli.next(isResult);
      await cli.next(isResult);
    },
  },
  {
    name: '33-progress',
    title: 'tool_progress frames for a long command',
    prompt: 'Wait.',
    // In a hosted session the CLI tells of the progress of long commands.
    environment: { CLAUDE_CODE_CONTAINER_ID: 'demo-container', CLAUDE_CODE_REMOTE: '1' },
    model: () =>
      inTurn(
        message(bash('for i in $(seq 34); do echo $i; sleep 1; done', { timeout: 60_000 })),
        message(text('Waited.')),
      ),
  },
];
