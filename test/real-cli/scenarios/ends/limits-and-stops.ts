import type { Scenario } from '../../cli/scenario';
import { bash, call, message, text } from '../../mock-api/messages';
import { onRequest } from '../said-in-turn';

/** The session goes on elsewhere, or stops for another reason than that all was said. */
export const limitScenarios: Scenario[] = [
  {
    name: '06-max-turns',
    title: 'max turns exceeded',
    prompt: 'Keep going.',
    args: () => ['--max-turns', '2'],
    model:
      () =>
      ({ step }) =>
        message(text(`Step ${step + 1}`), bash(`echo step ${step + 1}`)),
  },
  {
    name: '22b-schema-fail',
    title: 'structured output never valid',
    prompt: 'Give me a name.',
    args: () => [
      '--json-schema',
      '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}',
    ],
    environment: { MAX_STRUCTURED_OUTPUT_RETRIES: '2' },
    model:
      () =>
      ({ step }) =>
        step > 14 ? message(text('I give up.')) : message(call('StructuredOutput', { wrong: step })),
  },
  {
    name: '23-resume',
    title: 'two runs: second one resumes the first',
    prompt: 'Remember the word apple.',
    model: answers,
    further: [
      { prompt: 'Which word?', model: answers, args: resumed },
      { prompt: 'Fork it.', model: answers, args: (at) => ['--fork-session', ...resumed(at)] },
      { prompt: 'Continue.', model: answers, args: () => ['-c'] },
    ],
  },
  {
    name: '25-stops',
    title: 'stop reasons: max_tokens, refusal, pause_turn, stop_sequence',
    prompt: 'Say something long.',
    model: () => () => ({ ...message(text('A cut answer')), stopReason: 'max_tokens' }),
    further: [
      {
        prompt: 'Say something refused.',
        model: () => () => ({
          ...message(text('I cannot')),
          stopReason: 'refusal',
          stopDetails: { type: 'refusal', category: 'demo', explanation: 'A demo refusal' },
        }),
      },
      {
        prompt: 'Pause.',
        model: onRequest(
          { ...message(text('Pausing')), stopReason: 'pause_turn' },
          message(text('Continued.')),
        ),
      },
      { prompt: 'Empty.', model: () => () => ({ ...message(), stopReason: 'end_turn' }) },
    ],
  },
  {
    name: '26-budget',
    title: 'max budget exceeded',
    prompt: 'Spend.',
    args: () => ['--max-budget-usd', '0.02'],
    model:
      () =>
      ({ step }) => ({
        ...message(text('Spending'), bash(`echo spend ${step}`)),
        usage: { input_tokens: 5000, output_tokens: 2000 },
      }),
  },
];

function answers() {
  return ({ step }: { step: number }) => message(text(`Answer ${step + 1}`));
}

function resumed({ session }: { session: string | null }): string[] {
  return session === null ? [] : ['--resume', session];
}
