import type { Frame } from '../../cli/growing-frames';
import type { Scenario } from '../../cli/scenario';
import { bash, message, text } from '../../mock-api/messages';
import { onRequest } from '../said-in-turn';

const isResult = ({ type }: Frame) => type === 'result';

/** More than any window of a model that the CLI starts with. */
const nearlyFull = (request: { model: string }) =>
  /opus-(4-[6-9]|[5-9])|sonnet-(4-6|[5-9])|fable|mythos/.test(request.model) ? 975_000 : 178_000;

export const compactionScenarios: Scenario[] = [
  {
    name: '11-compact',
    title: '/compact as the second turn',
    model:
      () =>
      ({ step }) =>
        message(text(`Answer ${step + 1}`)),
    meanwhile: async (cli) => {
      for (const words of ['First question.', '/compact keep the names', 'And now?']) {
        cli.sendTurn(words);
        await cli.next(isResult);
      }
    },
  },
  {
    name: '11b-auto-compact',
    title: 'auto-compact because usage is near the window',
    prompt: 'Do a long job.',
    model: () => {
      const step = (n: number) => message(text(`Step ${n}`), bash(`echo step ${n}`));
      const counted = (n: number, read: number) => ({
        ...step(n),
        usage: { input_tokens: 100 + n, cache_read_input_tokens: read, cache_creation_input_tokens: 1000 },
      });
      const said = onRequest(
        counted(1, 40_000),
        (request) => counted(2, nearlyFull(request)),
        step(3),
        step(4),
        message(text('The long job is done.')),
      );
      return said();
    },
  },
  {
    name: '11c-compact-long',
    title: '/compact after several turns with tools',
    model: () => {
      let asked = 0;
      return () => {
        const part = ++asked;
        return part % 2 === 1
          ? message(
              text(`Working on part ${part}. ${'Some detail. '.repeat(60)}`),
              bash(`echo part ${part}; seq 1 400`),
            )
          : message(text(`Part ${part} is done. ${'More detail. '.repeat(60)}`));
      };
    },
    meanwhile: async (cli) => {
      for (const words of ['Part one.', 'Part two.', 'Part three.', '/compact', 'Part four.']) {
        cli.sendTurn(words);
        await cli.next(isResult);
      }
    },
  },
];
