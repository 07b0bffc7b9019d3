import { describe, expect, it } from 'vitest';
import { completionAt, knownCompletions } from '../../../../src/protocol/filter/filter-completion';
import {
  addTerm,
  fieldTerm,
  filterParts,
  isSameFilter,
  negatePart,
  removePart,
  setRange,
  setWordState,
  wordState,
} from '../../../../src/protocol/filter/filter-edit';
import { filterErrorOf } from '../../../../src/protocol/filter/filter-parser';

describe('editing an expression', () => {
  it('adds a term once, and keeps alternatives together', () => {
    expect(addTerm('', 'is:error')).toBe('is:error');
    expect(addTerm('kind:user', 'is:error')).toBe('kind:user is:error');
    expect(addTerm('kind:user  is:error', 'is:error')).toBe('kind:user  is:error');
    expect(addTerm('kind:a or kind:b', 'is:error')).toBe('(kind:a or kind:b) is:error');
  });

  it('removes and negates the part at a place', () => {
    const text = 'kind:a (b or c) -is:new';
    expect(filterParts(text)?.map((part) => [part.text, part.negated])).toEqual([
      ['kind:a', false],
      ['b or c', false],
      ['-is:new', true],
    ]);
    expect(removePart(text, 0)).toBe('(b or c) -is:new');
    expect(removePart('kind:a', 0)).toBe('');
    expect(negatePart(text, 1)).toBe('kind:a -(b or c) -is:new');
    expect(negatePart(text, 2)).toBe('kind:a (b or c) is:new');
  });

  it('shows, isolates and excludes a kind', () => {
    let text = setWordState('"x"', 'kind', 'user', 'only');
    expect(text).toBe('x kind:user');
    text = setWordState(text, 'kind', 'assistant', 'only');
    expect(text).toBe('x kind:user,assistant');
    expect(wordState(text, 'kind', 'user')).toBe('only');
    expect(wordState(text, 'tool', 'user')).toBe('show');
    text = setWordState(text, 'kind', 'user', 'exclude');
    expect(text).toBe('x kind:assistant -kind:user');
    expect(wordState(text, 'kind', 'user')).toBe('exclude');
    text = setWordState(text, 'kind', '(no type)', 'exclude');
    expect(text).toBe('x kind:assistant -kind:user,"(no type)"');
    expect(wordState(text, 'kind', '(no type)')).toBe('exclude');
    text = setWordState(setWordState(text, 'kind', 'user', 'show'), 'kind', '(no type)', 'show');
    expect(text).toBe('x kind:assistant');
    expect(setWordState(text, 'kind', 'assistant', 'show')).toBe('x');
  });

  it('leaves an expression alone that cannot be read', () => {
    expect(addTerm('kind:', 'is:error')).toBe('kind:');
    expect(setWordState('(', 'kind', 'a', 'only')).toBe('(');
    expect(filterParts('(')).toBeNull();
    expect(wordState('(', 'kind', 'a')).toBe('show');
  });

  it('has one range of a word at a time', () => {
    expect(setRange('is:error time:+1s..+2s', 'time', '+3s..+4s')).toBe('is:error time:+3s..+4s');
    expect(setRange('is:error frame:3', 'time', '+3s..')).toBe('is:error frame:3 time:>=+3s');
    expect(setRange('is:error frame:3', 'frame', null)).toBe('is:error');
  });

  it.each([
    ['message.role', 'user', 'message.role=user'],
    ['message.content[text].text', 'a, b', 'message.content[text].text="a, b"'],
    ['message.id', '1', 'message.id="1"'],
    ['message.n', 1, 'message.n=1'],
    ['message.n', -1.5e-7, 'message.n=-1.5e-7'],
    ['is_error', true, 'is_error=true'],
    ['subtype', 'null', 'subtype="null"'],
    ['subtype', null, 'subtype=null'],
    ['subtype', '', 'subtype=""'],
    ['modelUsage.<key>.costUSD', 0.1, 'modelUsage.<key>.costUSD=0.1'],
    ['tools[]', 'line\nbreak', 'tools[]="line\\nbreak"'],
  ])('finds %s with the value %j', (path, value, expected) => {
    const term = fieldTerm(path, value);
    expect(term).toBe(expected);
    expect(filterErrorOf(term as string)).toBeNull();
  });

  it('has no term for what is no single value, or no path', () => {
    expect(fieldTerm('a', [])).toBeNull();
    expect(fieldTerm('a b', 1)).toBeNull();
    expect(fieldTerm('a" or is', 'x')).toBeNull();
  });

  it('compares what is said, not how', () => {
    expect(isSameFilter('kind:a  "b"', 'kind:a b')).toBe(true);
    expect(isSameFilter('kind:a', 'kind:b')).toBe(false);
    expect(isSameFilter('(', '(')).toBe(false);
  });
});

describe('completion', () => {
  const at = (marked: string) => completionAt(marked.replace('|', ''), marked.indexOf('|'));

  it.each([
    ['|', { what: 'key', prefix: '', from: 0, to: 0 }],
    ['ki|', { what: 'key', prefix: 'ki', from: 0, to: 2 }],
    ['is:error ki|nd', { what: 'key', prefix: 'ki', from: 9, to: 13 }],
    ['-|', { what: 'key', prefix: '', from: 1, to: 1 }],
    ['-k|', { what: 'key', prefix: 'k', from: 1, to: 2 }],
    ['(|', { what: 'key', prefix: '', from: 1, to: 1 }],
    ['k|ind:a', { what: 'key', prefix: 'k', from: 0, to: 5 }],
    ['kind:|', { what: 'value', key: 'kind', prefix: '', from: 5, to: 5 }],
    ['kind:as|s', { what: 'value', key: 'kind', prefix: 'as', from: 5, to: 8 }],
    ['kind:a,us|', { what: 'value', key: 'kind', prefix: 'us', from: 7, to: 9 }],
    ['kind:a,|', { what: 'value', key: 'kind', prefix: '', from: 7, to: 7 }],
    ['kind:"(no|', { what: 'value', key: 'kind', prefix: '(no', from: 5, to: 9 }],
    ['(is:e|rr) kind:a', { what: 'value', key: 'is', prefix: 'e', from: 4, to: 7 }],
  ])('knows what is written at %s', (marked, expected) => {
    expect(at(marked)).toMatchObject(expected);
  });

  it.each(['"te|xt', '/re|', 'no:a|', 'a.b=c|'])('offers nothing at %s', (marked) => {
    expect(at(marked)).toBeNull();
  });

  it('offers the words and states of the language', () => {
    const offered = (marked: string) => {
      const place = at(marked);
      return place === null ? [] : knownCompletions(place).map(({ text }) => text);
    };
    expect(offered('ki|')).toEqual(['kind:']);
    expect(offered('is:un|')).toEqual(['unparsed', 'unlinked', 'unanswered']);
    expect(offered('kind:a|')).toEqual([]);
    expect(offered('|')).toContain('duration:');
  });
});
