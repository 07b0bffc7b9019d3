import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandDefinition } from '../../../src/renderer/commands/command-list';
import { keyLabel, keyName, scopeAllows } from '../../../src/renderer/commands/keyboard';
import { createRegistry } from '../../../src/renderer/commands/registry';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('the command list', () => {
  it('gives no key and no id to two commands', () => {
    // Keys of the timeline work only while it has the focus, whatever they mean elsewhere.
    const keys = COMMANDS.flatMap(({ keys, scope }: CommandDefinition) =>
      keys.map((key) => (scope === 'timeline' ? `timeline ${key}` : key)),
    );
    const ids = COMMANDS.map(({ id }) => id);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(() => createRegistry(COMMANDS)).not.toThrow();
  });

  it('lets a key mean another thing while the timeline has the focus', () => {
    const list: CommandDefinition = { id: 'a', title: 'A', group: 'Go', keys: ['q'], scope: 'app' };
    const timeline: CommandDefinition = { ...list, id: 'b', scope: 'timeline' };
    const registry = createRegistry([list, timeline]);
    expect(registry.byKey('q')?.id).toBe('a');
    expect(registry.byKey('q', true)?.id).toBe('b');
    expect(() => createRegistry([timeline, { ...timeline, id: 'c' }])).toThrow(
      '"q" is the key of both b and c.',
    );
    expect(scopeAllows('timeline', 'timeline', 'q')).toBe(true);
    for (const place of ['list', 'other', 'control', 'text', 'dialog'] as const) {
      expect(scopeAllows('timeline', place, 'q')).toBe(false);
    }
    expect(scopeAllows('list', 'timeline', 'q')).toBe(false);
    expect(scopeAllows('app', 'timeline', 'q')).toBe(true);
  });

  it('refuses a key that is taken', () => {
    const one: CommandDefinition = { id: 'a', title: 'A', group: 'Go', keys: ['q'], scope: 'app' };
    expect(() => createRegistry([one, { ...one, id: 'b' }])).toThrow('"q" is the key of both a and b.');
  });

  it('names only keys that a key press can have', () => {
    const mac = false;
    for (const { keys } of COMMANDS as readonly CommandDefinition[]) {
      for (const key of keys) {
        const parts = key.split('+');
        const held = { ctrlKey: parts.includes('Mod'), altKey: parts.includes('Alt') };
        const last = parts.at(-1) ?? '';
        const shiftKey = parts.includes('Shift') || (last.length === 1 && last !== last.toLowerCase());
        expect(keyName(press(last, { ...held, shiftKey }), mac)).toBe(key);
      }
    }
  });
});

describe('the registry', () => {
  const definition: CommandDefinition = { id: 'a', title: 'A', group: 'Go', keys: ['q'], scope: 'app' };

  it('runs the handler that came last and can run', () => {
    const registry = createRegistry([definition]);
    const ran: string[] = [];
    let open = true;
    expect(registry.run('a')).toBe(false);
    registry.register({ a: { run: () => ran.push('first') } });
    const end = registry.register({ a: { run: () => ran.push('second'), enabled: () => open } });
    expect(registry.run('a')).toBe(true);
    open = false;
    registry.run('a');
    open = true;
    end();
    registry.run('a');
    expect(ran).toEqual(['second', 'first', 'first']);
    expect(registry.byKey('q')?.id).toBe('a');
  });

  it('refuses handlers of commands that do not exist', () => {
    const registry = createRegistry([definition]);
    expect(() => registry.register({ b: { run: () => {} } })).toThrow('There is no command named "b".');
    expect(registry.run('b')).toBe(false);
  });
});

describe('keys', () => {
  it('are named with Ctrl, or Cmd on macOS', () => {
    expect(keyName(press('k', { ctrlKey: true }), false)).toBe('Mod+k');
    expect(keyName(press('k', { metaKey: true }), true)).toBe('Mod+k');
    expect(keyName(press('k', { ctrlKey: true }), true)).toBeNull();
    expect(keyName(press('K', { ctrlKey: true, shiftKey: true }), false)).toBeNull();
    expect(keyName(press('G', { shiftKey: true }), false)).toBe('G');
    expect(keyName(press('?', { shiftKey: true }), false)).toBe('?');
    expect(keyName(press('ArrowDown', { shiftKey: true }), false)).toBeNull();
    expect(keyLabel('Mod+k', false)).toBe('Ctrl K');
    expect(keyLabel('Mod+k', true)).toBe('⌘ K');
    expect(keyLabel('ArrowDown', false)).toBe('↓');
    expect(keyLabel('G', false)).toBe('G');
  });

  it('do nothing where the same key means something else', () => {
    expect(scopeAllows('app', 'text', 'j')).toBe(false);
    expect(scopeAllows('everywhere', 'text', 'Escape')).toBe(true);
    expect(scopeAllows('everywhere', 'dialog', 'Escape')).toBe(false);
    expect(scopeAllows('list', 'other', 'PageDown')).toBe(false);
    expect(scopeAllows('list', 'list', 'PageDown')).toBe(true);
    expect(scopeAllows('app', 'control', 'j')).toBe(true);
    expect(scopeAllows('app', 'control', 'Enter')).toBe(false);
  });
});
