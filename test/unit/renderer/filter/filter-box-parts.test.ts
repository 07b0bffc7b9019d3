import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/ipc/engine-contract';
import type { Json } from '../../../../src/protocol/json-values';
import { withToggled } from '../../../../src/renderer/bridge/list-filter';
import { optionsAt, takeOption } from '../../../../src/renderer/filter/box/filter-options';
import { drawnParts } from '../../../../src/renderer/filter/box/filter-parts';
import { chipsOf, fitChips } from '../../../../src/renderer/filter/chips/chips';
import { factPath, frameTerms, valueTerms } from '../../../../src/renderer/filter/values/value-terms';
import { readKept } from '../../../../src/renderer/stores/saved-filters';

const facets = {
  kinds: [
    { kind: 'system/init', family: 'system', rows: 1, matched: 1 },
    { kind: 'assistant', family: 'assistant', rows: 10, matched: 4 },
    { kind: 'system/task_started', family: 'task', rows: 12, matched: 0 },
  ],
  tools: [{ tool: 'Bash', calls: 3, failed: 2, matched: 1 }],
  toolsLeftOff: 0,
  state: null,
};
const offered = { facets, saved: [{ name: 'bad', expression: 'is:error' }], recent: ['tool:Bash'] };

describe('what the filter box offers and draws', () => {
  it('completes keys, then values with their counts, at the caret', () => {
    const [key] = optionsAt('ki', 2, offered);
    expect(key).toMatchObject({ label: 'kind:', what: 'key' });
    expect(takeOption('ki', key!)).toEqual({ text: 'kind:', caret: 5 });
    const tools = optionsAt('tool:b', 6, offered);
    expect(tools).toMatchObject([{ label: 'Bash', count: 3, meaning: '2 failed' }]);
    expect(takeOption('tool:b', tools[0]!)).toEqual({ text: 'tool:Bash ', caret: 10 });
  });

  it('offers saved and recent filters in an empty box', () => {
    expect(optionsAt('', 0, offered).slice(0, 2)).toMatchObject([
      { what: 'saved', label: 'bad', text: 'is:error' },
      { what: 'recent', label: 'tool:Bash' },
    ]);
  });

  it('draws all of the text, and marks what is wrong', () => {
    const parts = drawnParts('-kind:user "a b" is:x', { from: 20, to: 21 });
    expect(parts.map(({ text }) => text).join('')).toBe('-kind:user "a b" is:x');
    expect(parts[0]).toMatchObject({ text: '-kind:user', look: 'out' });
    expect(parts.at(-1)).toMatchObject({ text: 'x', wrong: true });
  });

  it('puts subtypes of a type together, and says what the filter says of each chip', () => {
    const chips = chipsOf('-kind:system tool:Bash', facets);
    expect(chips.map(({ value, count, state }) => [value, count, state])).toEqual([
      ['system', 13, 'exclude'],
      ['assistant', 10, 'show'],
      ['Bash', 3, 'only'],
    ]);
    expect(fitChips(chips, 0).rest).toHaveLength(3);
    expect(fitChips(chips, 130).shown.map(({ value }) => value)).toEqual(['system']);
  });

  it('adds a term, and takes it away the second time', () => {
    const once = withToggled('kind:user', 'is:error');
    expect(once).toBe('kind:user is:error');
    expect(withToggled(once, 'is:error')).toBe('kind:user');
  });

  it('finds the values of a field', () => {
    const frame = { type: 'user', is_error: true, message: { id: 'm 1' } };
    expect(valueTerms(frame, 'message.id').map(({ term }) => term)).toEqual(['message.id="m 1"']);
    expect(valueTerms(frame, 'is_error').map(({ term }) => term)).toEqual(['is_error=true']);
    expect(valueTerms(null, 'is_error')).toEqual([]);
    expect(factPath('model')).toBe('message.model');
  });

  it('leaves damaged saved filters out', () => {
    expect(readKept(null)).toEqual({ saved: [], recent: [] });
    expect(
      readKept({ saved: [{ name: 1 }, { name: 'a', expression: 'is:error' }], recent: [3, 'x'] }),
    ).toEqual({
      saved: [{ name: 'a', expression: 'is:error' }],
      recent: ['x'],
    });
  });
});

describe('frameTerms', () => {
  const row = { kind: 'system', agent: 0, unparsed: false } as Row;
  const termsOf = (frame: Json) => frameTerms(row, frame, []).map(({ term }) => term);

  it('has the subtype that the frame states, and the type alone', () => {
    expect(termsOf({ type: 'system', subtype: 'init' })).toEqual([
      'kind:system/init',
      'kind:system',
      'agent:0',
    ]);
  });

  it('takes a subtype that is no text for none', () => {
    expect(termsOf({ type: 'system', subtype: 7 })).toEqual(['kind:system', 'agent:0']);
    expect(termsOf(null)).toEqual(['kind:system', 'agent:0']);
  });
});

describe('the value of a fact', () => {
  it('stands in the message, and without one in the frame itself', () => {
    const termsOf = (frame: Json) => valueTerms(frame, 'message.model').map(({ label }) => label);
    expect(termsOf({ type: 'assistant', message: { model: 'a' } })).toEqual(['message.model = a']);
    expect(termsOf({ type: 'system', model: 'b' })).toEqual(['model = b']);
    expect(termsOf({ type: 'assistant', message: 5, model: 'c' })).toEqual([]);
  });
});
