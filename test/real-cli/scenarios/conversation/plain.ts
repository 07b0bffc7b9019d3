import type { Scenario } from '../../cli/scenario';
import { bash, call, message, text } from '../../mock-api/messages';
import { inTurn } from '../said-in-turn';

/** Answers, tool calls and subagents, without anything going wrong around them. */
export const plainScenarios: Scenario[] = [
  {
    name: '01-text',
    title: 'plain text answer',
    prompt: 'Say hello.',
    model: () => () => message(text('Hello! This is a demo answer.')),
  },
  {
    name: '02-bash',
    title: 'one Bash call and its result',
    prompt: 'List the files.',
    model: () =>
      inTurn(
        message(text("I'll list the files."), bash('echo hello; ls')),
        message(text('There is a src folder and a README.')),
      ),
  },
  {
    name: '03-parallel',
    title: 'parallel tool calls, some fail',
    prompt: 'Check three things at once.',
    model: () =>
      inTurn(
        ({ folder }) =>
          message(
            text('Checking three things.'),
            bash('echo one'),
            bash('echo partial; echo broken >&2; exit 3'),
            call('Read', { file_path: `${folder}/does-not-exist.txt` }),
            call('NoSuchTool', { a: 1 }),
          ),
        message(text('One worked, the others failed.')),
      ),
  },
  {
    name: '07-thinking',
    title: 'thinking and redacted thinking',
    prompt: 'ultrathink about it',
    partial: true,
    model: () =>
      inTurn(
        message(
          {
            type: 'thinking',
            thinking: 'The user wants a demo. Let me look at the files first.',
            signature: 'EqQBCkgIDemoSignatureNotReal==',
          },
          { type: 'redacted_thinking', data: 'EmwKAhgBDemoRedactedDataNotReal==' },
          text('Let me look.'),
          bash('echo look'),
        ),
        message(
          { type: 'thinking', thinking: 'Now I can answer.', signature: 'EqQBCkgIDemoSignature2NotReal==' },
          text('I thought about it.'),
        ),
      ),
  },
];
