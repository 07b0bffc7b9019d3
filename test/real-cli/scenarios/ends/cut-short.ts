import type { Frame } from '../../cli/growing-frames';
import type { Scenario } from '../../cli/scenario';
import { bash, call, message, text } from '../../mock-api/messages';
import { inTurn } from '../said-in-turn';

const isTextDelta = ({ event }: Frame) => event?.delta?.type === 'text_delta';

const slowAnswer = {
  ...message(text('A very slow answer that will be interrupted by a signal. '.repeat(8))),
  silentAfter: 8,
};

/** The CLI is ended from outside. */
export const cutShortScenarios: Scenario[] = [
  {
    name: '17a-kill9',
    title: 'kill -9 while a long line is half written',
    prompt: 'Write a lot.',
    stallAfter: 20_000,
    model: () =>
      inTurn(
        ({ folder }) =>
          message(
            call('Write', {
              file_path: `${folder}/big.txt`,
              content: 'A long line of text. '.repeat(20_000),
            }),
          ),
        { ...message(text('Long answer.')), silentAfter: 0 },
      ),
    // The second request shows that the long line was written, as far as the pipe had room for it.
    meanwhile: async (cli, until) => {
      await until.asked(2);
      cli.signal('SIGKILL');
    },
  },
  {
    name: '17d-kill9-stream',
    title: 'kill -9 while the answer streams',
    prompt: 'Answer slowly.',
    partial: true,
    model: () => inTurn(message(text('First a command.'), bash('echo before')), slowAnswer),
    meanwhile: async (cli, until) => {
      await until.asked(2);
      await cli.next(({ type }) => type === 'user');
      await cli.next(isTextDelta);
      cli.signal('SIGKILL');
    },
  },
  {
    name: '17b-sigint',
    title: 'SIGINT while the answer streams',
    prompt: 'Answer slowly.',
    partial: true,
    model: () => inTurn(message(text('First a command.'), bash('echo before')), slowAnswer),
    meanwhile: async (cli, until) => {
      await until.asked(2);
      await cli.next(({ type }) => type === 'user');
      await cli.next(isTextDelta);
      cli.signal('SIGINT');
    },
  },
  {
    name: '17c-sigterm-tool',
    title: 'SIGTERM while a tool runs',
    prompt: 'Do something slow.',
    model: () =>
      inTurn(
        message(bash('touch begun; for i in $(seq 30); do echo $i; sleep 1; done')),
        message(text('done')),
      ),
    meanwhile: async (cli, until) => {
      await until.there('begun');
      cli.signal('SIGTERM');
    },
  },
];
