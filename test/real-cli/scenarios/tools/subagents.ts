import type { Scenario } from '../../cli/scenario';
import { bash, call, message, type ToolUse, text } from '../../mock-api/messages';
import type { ModelRequest } from '../../mock-api/model-request';
import { inTurn } from '../said-in-turn';

/** The tool is called Task in 2.1.40, Agent in 2.1.88. */
const agentTool = ({ tools }: ModelRequest) => (tools.includes('Agent') ? 'Agent' : 'Task');

function helper(
  request: ModelRequest,
  name: string,
  description: string,
  task: string,
  more: Record<string, unknown> = {},
): ToolUse {
  const prompt = `SUBAGENT:${name} ${task}`;
  return call(agentTool(request), { description, prompt, subagent_type: 'general-purpose', ...more });
}

const waited = { run_in_background: false };

export const subagentScenarios: Scenario[] = [
  {
    name: '08-task',
    title: 'subagent with nested tool calls',
    prompt: 'Use a subagent.',
    model: () => {
      const agent = inTurn(
        ({ folder, subagent }) =>
          message(
            text('Looking around.'),
            call('Read', { file_path: `${folder}/README.md` }),
            bash(`echo from subagent ${subagent}`),
          ),
        message(bash('exit 2')),
        message(text('Subagent report: README has two lines.')),
      );
      const main = inTurn(
        (request) =>
          message(
            text('Starting two helpers.'),
            helper(request, 'alpha', 'Look at README', 'Look at the README and report.', waited),
            helper(request, 'beta', 'Look again', 'Look at the README again.', waited),
          ),
        message(text('Both helpers are done.')),
      );
      return (request) => (request.thread === 'subagent' ? agent(request) : main(request));
    },
  },
  {
    name: '08b-task-partial',
    title: 'subagent, partial messages and forwarded subagent text',
    prompt: 'Use a subagent.',
    partial: true,
    args: () => ['--forward-subagent-text'],
    model: () => {
      const agent = inTurn(
        ({ folder }) =>
          message(
            { type: 'thinking', thinking: 'A helper thinks.', signature: 'EqQBDemo==' },
            text('Looking around.'),
            call('Read', { file_path: `${folder}/README.md` }),
          ),
        message(text('Subagent report: fine.')),
      );
      const main = inTurn(
        (request) => message(helper(request, 'alpha', 'Look at README', 'Look at the README and report.')),
        message(text('The helper is done.')),
      );
      return (request) => (request.thread === 'subagent' ? agent(request) : main(request));
    },
  },
  {
    name: '31-agents-model',
    title: 'custom agent on another model (modelUsage with two models)',
    prompt: 'Use the reviewer.',
    args: () => [
      '--agents',
      '{"reviewer":{"description":"Reviews code","prompt":"You review code.","model":"haiku","tools":["Read"]}}',
    ],
    model: () => {
      const main = inTurn(
        (request) =>
          message(
            call(agentTool(request), {
              description: 'Review',
              prompt: 'SUBAGENT:rev Review it.',
              subagent_type: 'reviewer',
            }),
          ),
        message(text('Reviewed.')),
      );
      return (request) => (request.thread === 'subagent' ? message(text('Looks fine.')) : main(request));
    },
  },
];
