import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addRecordings, fixtureRecordings, observedText, readObserved } from '../../../build/fields.mjs';

const folder = mkdtempSync(join(tmpdir(), 'framescope-fields-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the observed fields', () => {
  it('hold everything that the recordings in fixtures show, with its version and type', async () => {
    const data = readObserved();
    const before = observedText(data);
    expect(await addRecordings(data, fixtureRecordings())).toEqual([]);
    expect(observedText(data)).toBe(before);
  });

  it('learn from a recording of a new version', async () => {
    const path = join(folder, 'new.jsonl');
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: { made_up: 1 } };
    const frames = [
      { type: 'assistant', session_id: 's', message: { id: 'm', role: 'assistant', content: [call] } },
      {
        type: 'user',
        session_id: 's',
        mood: null,
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: '' }] },
        tool_use_result: { stdout: '', colours: ['red'] },
      },
      { type: 'task_started', task_id: 't' },
    ];
    writeFileSync(path, frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    const data = readObserved();
    const added = await addRecordings(data, [{ version: '9.0.0', path }]);
    expect(data.versions.at(-1)).toBe('9.0.0');
    expect(added).toContain('stream user mood (null, 9.0.0)');
    expect(added).toContain('streamResults Bash colours[] (string, 9.0.0)');
    expect(added).toContain('stream assistant message.content[tool_use].input (object, 9.0.0)');
    expect(added.join('\n')).not.toMatch(/made_up|task_started/);
    expect(await addRecordings(data, [{ version: '9.0.0', path }])).toEqual([]);
  });
});
