import { describe, expect, test } from 'vitest';
import { captureFiles, caseFiles } from '../../recordings';
import { answers } from '../live/growing-session';
import { keep, newCache, openAll } from './kept-session';

const files = [...captureFiles(), ...caseFiles()].filter(({ bytes }) => bytes > 0);

describe('an index that was kept answers as a fresh one', () => {
  for (const options of [{}, { agentFiles: true, captures: true, follow: true }]) {
    test(`every recording and case, ${JSON.stringify(options)}`, { timeout: 240_000 }, async () => {
      const cache = newCache();
      for (const { name, path } of files) {
        expect(await keep(path, cache, options), `${name} is kept`).toBe(true);
        const restored = await openAll(path, cache, options);
        const fresh = await openAll(path, undefined, options);
        if (options.follow) for (const session of [restored, fresh]) session.settle();
        expect(restored.restoredFrom, name).not.toBeNull();
        expect(answers(restored), name).toEqual(answers(fresh));
        restored.close();
        fresh.close();
      }
    });
  }
});
