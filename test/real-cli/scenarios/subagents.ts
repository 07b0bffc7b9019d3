import type { Scenario } from '../cli/scenario';
import { bash, call, message, type ToolUse, text } from '../mock-api/messages';
import type { ModelRequest } from '../mock-api/model-request';
import { inTurn } from './said-in-turn';

/** The tool was called Task before 2.1.63. */
const agentTool = ({ tools }: ModelRequest) => (tools.includes('Agent') ? 'Agent' : 'Task');

function helper(request: ModelRequest, name: string, description: string, task: string): ToolUse {
  return call(agentTool(request), {
    description,
    prompt: `SUBAGENT:${name} ${task}`,
    subagent_type: 'general-purpose',
    run_in_background: false,
  });
}

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
            helper(request, 'alpha', 'Look at README', 'Look at the README and report.'),
            helper(request, 'beta', 'Look again', 'Look at the README again.'),
          ),
        message(text('Both helpers are done.')),
      );
      return (request) => (request.thread === 'subagent' ? agent(request) : main(request));
    },
  },
];
