import { expect, it } from 'vitest';
import { pageOf } from '../../../src/renderer/detail/raw/page-number';

it('a written page is read with or without separators, and kept within the text', () => {
  expect(pageOf('1,088', 1088)).toBe(1087);
  expect(pageOf(' 7 ', 1088)).toBe(6);
  expect(pageOf('0', 1088)).toBe(0);
  expect(pageOf('99999999999999999999', 1088)).toBe(1087);
  for (const text of ['', 'seven', '-1', '1e3']) expect(pageOf(text, 1088)).toBeNull();
});
