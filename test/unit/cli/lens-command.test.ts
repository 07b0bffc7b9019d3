import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LENS_NAMES, READINGS } from '../../../src/protocol/lenses/lens';
import { casePath, fileOf, sessionAt } from '../engine/session-of';
import { fixtureFiles } from '../recordings';
import { cliRun, printedBy } from './cli-run';

interface Line {
  frame: number;
  event?: { type: string; itemId?: string };
  from?: number[];
  corrected?: string[];
  dropped?: { what: string; why: string };
}

async function lensLines(...args: string[]): Promise<Line[]> {
  const text = (await printedBy(['lens', ...args])).toString('utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

const fileOfFrames = (...frames: unknown[]) =>
  fileOf(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));

const frames = [
  {
    type: 'assistant',
    uuid: 'u',
    message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }] },
  },
  {
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: 't', content: ' a ', is_error: true }] },
  },
  { type: 'result', subtype: 'error_max_turns', is_error: false },
];

describe('framescope lens', () => {
  it('prints one event a line, with the frame that produced it and those behind it', async () => {
    const lines = await lensLines('openase', fileOfFrames(...frames));
    expect(lines.map(({ frame, event, from }) => [frame, event?.type, from])).toEqual([
      [1, 'tool_call_requested', undefined],
      [2, 'output_produced', [1]],
      [3, 'turn_completed', undefined],
    ]);
  });

  it('reads strictly unless it is told to correct, and then says what it corrected', async () => {
    const path = fileOfFrames(...frames);
    expect(await lensLines('openase', path, '--strict')).toEqual(await lensLines('openase', path));
    const corrected = await lensLines('openase', path, '--corrected');
    expect(corrected.map(({ event }) => event?.type)).toContain('turn_failed');
    expect(corrected.find(({ frame }) => frame === 2)?.corrected?.join()).toContain('is_error is kept');
  });

  it('--dropped says what was dropped and why', async () => {
    const path = fileOfFrames(...frames);
    const dropped = (await lensLines('openase', path, '--dropped')).filter(
      (line) => line.dropped !== undefined,
    );
    expect(dropped.map(({ frame, dropped: part }) => `${frame} ${part?.what}`)).toContain(
      '2 is_error of block 1',
    );
    expect((await lensLines('openase', path)).some((line) => line.dropped !== undefined)).toBe(false);
  });

  it.each(LENS_NAMES.flatMap((lens) => READINGS.map((reading) => [lens, reading] as const)))(
    'with %s, %s names only frames that are there, for every recording',
    { timeout: 120_000 },
    async (lens, reading) => {
      for (const { path, bytes } of fixtureFiles()) {
        if (bytes > 1_000_000) continue;
        const rows = sessionAt(path).index.table.rows;
        const lines = await lensLines(lens, path, `--${reading}`, '--dropped');
        for (const { frame, from = [] } of lines) {
          expect([frame, ...from].every((n) => n >= 1 && n <= rows)).toBe(true);
        }
        // Every frame is told of: by an event or by a reason.
        expect(new Set(lines.map(({ frame }) => frame)).size).toBe(rows);
      }
    },
  );

  it('reads standard input, and damaged files', async () => {
    const path = casePath('002');
    const { code, out } = await cliRun(['lens', 'openase', '-'], readFileSync(path));
    expect(code).toBe(0);
    expect(out.equals(await printedBy(['lens', 'openase', path]))).toBe(true);
    expect((await lensLines('openase', path)).some(({ event }) => event?.type === 'error')).toBe(true);
    expect((await cliRun(['lens', 'agent-events', '-'])).out.toString()).toBe('');
  });

  it('writes in pieces, not at the end', async () => {
    const text = { type: 'text', text: 'x'.repeat(1000) };
    const path = fileOfFrames(
      ...Array.from({ length: 400 }, (_, n) => ({
        type: 'assistant',
        uuid: `u${n}`,
        message: { content: [text] },
      })),
    );
    let chunks = 0;
    let longest = 0;
    const { runCli } = await import('../../../src/cli/commands');
    const out = (chunk: string | Uint8Array) => {
      chunks++;
      longest = Math.max(longest, chunk.length);
    };
    await runCli(['lens', 'openase', path], {
      version: '1',
      captures: '',
      window: null,
      interrupted: () => new AbortController().signal,
      stdin: process.stdin,
      out,
      error: () => {},
    });
    expect(chunks).toBeGreaterThan(4);
    expect(longest).toBeLessThan(80_000);
  });

  it.each([
    ['no lens', ['lens'], /Missing required argument 'lens'/],
    ['an unknown lens', ['lens', 'nope', 'x'], /nope.*openase, openase-chat, agent-events/],
    ['no file', ['lens', 'openase'], /Missing required argument 'file'/],
    ['both readings', ['lens', 'openase', 'x', '--strict', '--corrected'], /cannot be used with/],
    ['a missing file', ['lens', 'openase', join(tmpdir(), 'not-there', 'x.jsonl')], /There is no file at/],
    ['a folder', ['lens', 'openase', tmpdir()], /is a folder/],
  ])('%s: one line that says so, exit code 2', async (_, args, said) => {
    const { code, out, errors } = await cliRun(args);
    expect({ code, printed: out.toString() }).toEqual({ code: 2, printed: '' });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(said);
    expect(errors[0]).toMatch(/^\S[^\n]*\.$/);
  });
});
