import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../../src/main/menu';

const ran: string[] = [];
const actions = {
  open: () => ran.push('open'),
  openRecent: (id: string) => ran.push(`recent ${id}`),
  clearRecent: () => ran.push('clear'),
  openDemo: () => ran.push('demo'),
  chooseTheme: (theme: string) => ran.push(`theme ${theme}`),
  command: (id: string) => ran.push(`command ${id}`),
};
const state = { recent: [], theme: 'dark', packaged: true, platform: 'linux' } as const;

function everyItem(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [
    item,
    ...everyItem([item.submenu ?? []].flat() as MenuItemConstructorOptions[]),
  ]);
}
const itemsOf = (over: object) => everyItem(menuTemplate({ ...state, ...over }, actions));

describe('menuTemplate', () => {
  it('offers reload and developer tools in an unpackaged build only', () => {
    const roles = (packaged: boolean) => itemsOf({ packaged }).map((item) => item.role);
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(true)).not.toContain('reload');
    expect(roles(false)).toContain('toggleDevTools');
  });

  it('marks the theme that is chosen', () => {
    const checked = itemsOf({}).filter((item) => item.checked);
    expect(checked.map((item) => item.id)).toEqual(['theme-dark']);
  });

  it('lists recent files with their folder, ampersands as written', () => {
    const recent = [{ id: '1', name: 'a&b.jsonl', folder: '/x' }];
    expect(itemsOf({ recent }).map((item) => item.label)).toContain('a&&b.jsonl (/x)');
    expect(itemsOf({}).map((item) => item.label)).toContain('No recent files');
  });

  it('runs the action of every item', () => {
    const recent = [{ id: '7', name: 'a', folder: '/x' }];
    for (const item of itemsOf({ recent })) (item.click as (() => void) | undefined)?.();
    expect(ran).toEqual([
      'open',
      'recent 7',
      'clear',
      'demo',
      'command file.close',
      'theme system',
      'theme light',
      'theme dark',
      'command help.shortcuts',
      'command view.palette',
    ]);
  });
});
