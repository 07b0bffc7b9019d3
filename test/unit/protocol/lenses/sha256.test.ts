import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../../../src/protocol/lenses/sha256';

const known = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

it('is the hash that Node gives, at every length around a block', () => {
  for (let length = 0; length < 200; length++)
    expect(sha256('é'.repeat(length))).toBe(known('é'.repeat(length)));
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => sha256(text) === known(text)));
});
