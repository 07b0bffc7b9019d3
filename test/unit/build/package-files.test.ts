import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('a package carries the demo, and none of the other recordings', () => {
  const config = readFileSync(new URL('../../../build/electron-builder.yml', import.meta.url), 'utf8');
  const files = /^files:\n((?: {2}.*\n)+)/m.exec(config)![1]!;
  const listed = [...files.matchAll(/^ {2}- "?([^"\n]+)"?$/gm)].map(([, pattern]) => pattern!);
  expect(listed.filter((pattern) => /fixtures|^\*\*/.test(pattern))).toEqual(['fixtures/demo.jsonl']);
  // With a pattern of its own the packer takes nothing that is not listed.
  expect(listed).toContain('out/**');
});
