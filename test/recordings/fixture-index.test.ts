import { expect, it } from 'vitest';
import { captureFiles, recordedCalls } from '../unit/recordings';
import { fixtureIndex } from './fixture-index';

it('fixtures/index.md lists every recording', async () => {
  await expect(fixtureIndex()).toMatchFileSnapshot('../../fixtures/index.md');
});

it('every call of the CLI that was recorded has its output', () => {
  const captures = captureFiles();
  const scenarios = new Map(captures.map((file) => [`${file.version}/${file.scenario}`, file]));
  for (const [name, { version, scenario }] of scenarios) {
    const outputs = captures.filter(
      (file) => file.version === version && file.scenario === scenario && file.source === 'stdout',
    );
    expect([name, outputs.length]).toEqual([name, recordedCalls(version, scenario).length]);
  }
});
