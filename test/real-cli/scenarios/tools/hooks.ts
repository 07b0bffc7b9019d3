import type { Scenario } from '../../cli/scenario';
import { bash, message, text } from '../../mock-api/messages';
import { inTurn } from '../said-in-turn';

const command = (line: string) => ({ type: 'command', command: line });
const says = (value: unknown) => command(`echo '${JSON.stringify(value)}'`);
const SETTINGS = '../demo-settings.json';

/** The user's own commands, which the CLI runs around what it does. */
export const hookScenarios: Scenario[] = [
  {
    name: '14-hooks',
    title: 'hooks: SessionStart, UserPromptSubmit, PreToolUse (one blocks), PostToolUse, Stop',
    prompt: 'Run two commands.',
    args: ({ home }) => ['--include-hook-events', '--settings', `${home}/demo-settings.json`],
    files: {
      [SETTINGS]: JSON.stringify({
        hooks: {
          SessionStart: [{ hooks: [command('echo session context from hook')] }],
          UserPromptSubmit: [
            {
              hooks: [
                says({
                  hookSpecificOutput: {
                    hookEventName: 'UserPromptSubmit',
                    additionalContext: 'extra context',
                  },
                }),
              ],
            },
          ],
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [
                command(
                  'in=$(cat); case "$in" in *forbidden*) echo "blocked by demo hook" >&2; exit 2;; esac; echo pre ok',
                ),
              ],
            },
          ],
          PostToolUse: [
            {
              matcher: 'Bash',
              hooks: [
                says({
                  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'post context' },
                  systemMessage: 'a system message from the hook',
                }),
                command('echo not blocking >&2; exit 1'),
              ],
            },
          ],
          Stop: [{ hooks: [command('echo stopping')] }],
        },
      }),
    },
    model: () =>
      inTurn(
        message(bash('echo allowed'), bash('echo forbidden')),
        message(text('One was blocked by a hook.')),
      ),
  },
  {
    name: '14b-hook-progress',
    title:
      'a slow hook that prints while it runs, an async hook, a hook that asks, SubagentStop, PreCompact, Notification, SessionEnd',
    prompt: 'Run one command.',
    args: ({ home }) => ['--include-hook-events', '--settings', `${home}/demo-settings.json`],
    files: {
      [SETTINGS]: JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [
                command('for i in 1 2 3; do echo hook line $i; sleep 1; done'),
                says({
                  hookSpecificOutput: {
                    hookEventName: 'PreToolUse',
                    permissionDecision: 'allow',
                    permissionDecisionReason: 'demo',
                    updatedInput: { command: 'echo rewritten by hook', description: 'x' },
                  },
                }),
              ],
            },
          ],
          PostToolUse: [
            { matcher: '', hooks: [command('echo \'{"async":true}\'; sleep 1; echo async done')] },
          ],
          Stop: [
            {
              hooks: [
                command(
                  'if [ -f stopped ]; then exit 0; fi; touch stopped; echo \'{"decision":"block","reason":"demo: do one more thing"}\'',
                ),
              ],
            },
          ],
          SessionEnd: [{ hooks: [command('echo bye')] }],
        },
      }),
    },
    model: () =>
      inTurn(message(bash('echo original')), message(text('First stop.')), message(text('Second stop.'))),
  },
];
