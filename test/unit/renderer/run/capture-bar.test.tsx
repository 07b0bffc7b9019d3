import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CaptureRecord } from '../../../../src/ipc/engine-contract';
import { CaptureBar } from '../../../../src/renderer/run/session/run-bar';

const capture: CaptureRecord = {
  framescope: 'capture',
  version: 1,
  source: 'process',
  commandLine: "claude -p '<b>fix</b>'",
  folder: '/home/demo',
  environment: [],
  startedAt: 1_000_000,
  pid: 4242,
  endedAt: 1_004_900,
  exitCode: 1,
  signal: null,
  error: null,
};
const draw = (more: Partial<CaptureRecord> = {}) =>
  renderToStaticMarkup(<CaptureBar capture={{ ...capture, ...more }} />);

describe('the process of a capture that was opened again', () => {
  it('is told by its command, its end and how long it ran', () => {
    const html = draw();
    expect(html).toContain('Process ended, exit code 1');
    expect(html).toContain('ran 4.9 s');
    expect(html).toContain('&lt;b&gt;fix&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    expect(html).toContain('Copy the command line');
  });

  it('says what is not stated', () => {
    expect(draw({ endedAt: null })).toContain('duration not stated');
    expect(draw({ commandLine: null })).toContain('command not stated');
    expect(draw({ commandLine: null, source: 'pipe' })).toContain('standard input');
    expect(draw({ error: 'The disk is full.' })).toContain('The disk is full.');
  });

  it('offers nothing that would need the process', () => {
    expect(draw()).not.toMatch(/Stop|Interrupt the turn/);
  });
});
