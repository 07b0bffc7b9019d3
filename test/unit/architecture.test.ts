import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The arrows of ARCHITECTURE.md: protocol <- engine <- (main | cli); ipc knows protocol and engine types only;
// the renderer sees protocol and ipc, never engine, Node or Electron.

type Room = 'protocol' | 'engine' | 'ipc' | 'main' | 'preload' | 'renderer' | 'cli';

interface Rules {
  /** Rooms whose modules it may import, besides its own. */
  rooms: Room[];
  /** Rooms of which it may import types, and nothing that is there at run time. */
  typesOf?: Room[];
  /** npm packages it may import. */
  packages: 'any' | string[];
  node: boolean;
  electron: boolean;
}

const rules: Record<Room, Rules> = {
  protocol: { rooms: [], packages: ['zod'], node: false, electron: false },
  engine: { rooms: ['protocol'], packages: ['shell-quote', 'zod'], node: true, electron: false },
  ipc: { rooms: ['protocol'], typesOf: ['engine'], packages: ['zod'], node: false, electron: false },
  main: { rooms: ['ipc', 'engine', 'protocol'], packages: ['zod'], node: true, electron: true },
  preload: { rooms: ['ipc'], packages: [], node: false, electron: true },
  renderer: { rooms: ['protocol', 'ipc'], packages: 'any', node: false, electron: false },
  cli: { rooms: ['engine', 'protocol'], packages: ['commander'], node: true, electron: false },
};

const namesThatSayNothing = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'manager', 'managers']);

interface Import {
  specifier: string;
  typeOnly: boolean;
}

function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const clause = /^[ \t]*(import|export)\b([^'"`;()]*?)\bfrom\s*['"]([^'"]+)['"]/gm;
  for (const [, , names = '', specifier = ''] of code.matchAll(clause)) {
    found.push({ specifier, typeOnly: onlyTypes(names) });
  }
  const others = [
    /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g,
    /\brequire(?:\.resolve)?\s*\(\s*['"`]([^'"`]+)['"`]/g,
    /\bnew\s+URL\(\s*['"`](\.[^'"`]+)['"`]\s*,\s*import\.meta\.url/g,
  ];
  for (const pattern of others) {
    for (const [, specifier = ''] of code.matchAll(pattern)) found.push({ specifier, typeOnly: false });
  }
  return found;
}

function onlyTypes(names: string): boolean {
  if (/^\s*type\b(?!\s*,)/.test(names)) return true;
  const braces = /^\s*\{([\s\S]*)\}\s*$/.exec(names)?.[1];
  const parts = braces?.split(',').filter((part) => part.trim() !== '');
  return Boolean(parts?.length) && parts!.every((part) => /^\s*type\s/.test(part));
}

/** What is wrong with a file of src, as sentences; `path` is relative to src, with forward slashes. */
function faultsOf(path: string, source: string): string[] {
  const faults: string[] = [];
  for (const part of path.split('/')) {
    const words = part
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[-_.]/);
    const empty = words.find((word) => namesThatSayNothing.has(word));
    if (empty) faults.push(`${path}: the name "${part}" does not say what is inside ("${empty}")`);
  }
  const room = path.split('/')[0] as Room;
  const rule = rules[room];
  if (!rule) return [...faults, `${path}: there is no room "${room}" in src`];
  for (const { specifier, typeOnly } of importsOf(source)) {
    const reason = wrongArrow(path, room, rule, specifier.replace(/[?#].*$/, ''), typeOnly);
    if (reason) faults.push(`${path}: ${reason}`);
  }
  return faults;
}

function wrongArrow(
  path: string,
  room: Room,
  rule: Rules,
  specifier: string,
  typeOnly: boolean,
): string | null {
  if (specifier.startsWith('.')) {
    const target = join(dirname(path), specifier).replaceAll('\\', '/');
    if (target.startsWith('..')) return `imports ${specifier}, which is outside of src`;
    const other = target.split('/')[0] as Room;
    if (other === room || rule.rooms.includes(other)) return null;
    if (!rule.typesOf?.includes(other)) return `${room} must not import ${other} (${specifier})`;
    return typeOnly ? null : `${room} may import only types of ${other} (${specifier})`;
  }
  if (specifier.startsWith('/') || specifier.startsWith('src/'))
    return `imports ${specifier} by an absolute path`;
  if (isBuiltin(specifier)) return rule.node ? null : `${room} must not import Node (${specifier})`;
  if (specifier === 'electron' || specifier.startsWith('electron/')) {
    return rule.electron ? null : `${room} must not import Electron (${specifier})`;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (rule.packages === 'any' || rule.packages.includes(name)) return null;
  return `${room} must not import the package ${name}`;
}

const src = fileURLToPath(new URL('../../src', import.meta.url));

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

describe('architecture', () => {
  it('has no wrong arrow and no name that says nothing in src', () => {
    const faults = sourceFiles(src).flatMap((path) => {
      const isCode = /\.[cm]?[jt]sx?$/.test(basename(path));
      return faultsOf(path, isCode ? readFileSync(join(src, path), 'utf8') : '');
    });
    expect(faults).toEqual([]);
  });
});

describe('the architecture check itself', () => {
  const wrong: [path: string, source: string][] = [
    ['protocol/kinds.ts', `import { readFileSync } from 'node:fs';`],
    ['protocol/kinds.ts', `import path from 'path';`],
    ['protocol/kinds.ts', `import { scan } from '../engine/scanner';`],
    ['protocol/kinds.ts', `import type { Scanner } from '../engine/scanner';`],
    ['protocol/kinds.ts', `import { useState } from 'react';`],
    ['engine/frames/table.ts', `import { app } from 'electron';`],
    ['engine/frames/table.ts', `import type { Rows } from '../../ipc/contract';`],
    ['engine/frames/table.ts', `export * from '../../main/windows';`],
    ['ipc/contract.ts', `import { FrameTable } from '../engine/frames/table';`],
    ['ipc/contract.ts', `import { type Frame, FrameTable } from '../engine/frames/table';`],
    ['ipc/contract.ts', `export { FrameTable } from '../engine/frames/table';`],
    ['main/index.ts', `import { Frames } from '../renderer/frames/Frames';`],
    ['main/index.ts', `import '../cli/main';`],
    ['preload/index.ts', `import { kinds } from '../protocol/kinds';`],
    ['preload/index.ts', `import { readFileSync } from 'node:fs';`],
    ['renderer/app.tsx', `import type { Frame } from '../engine/frames/table';`],
    ['renderer/app.tsx', `import {\n  a,\n  b,\n} from '../engine/frames/table';`],
    ['renderer/app.tsx', `const engine = await import('../engine/frames/table');`],
    ['renderer/app.tsx', `type Frame = import('../engine/frames/table').Frame;`],
    ['renderer/app.tsx', `const w = new Worker(new URL('../engine/worker.ts', import.meta.url));`],
    ['renderer/app.tsx', `import { ipcRenderer } from 'electron';`],
    ['renderer/app.tsx', `import { join } from 'node:path';`],
    ['renderer/app.tsx', `import raw from '../engine/frames/table?raw';`],
    ['cli/main.ts', `import { app } from 'electron';`],
    ['cli/main.ts', `import { openWindow } from '../main/windows';`],
    ['cli/main.ts', `const electron = require('electron');`],
    ['engine/scanner.ts', `import config from '../../package.json';`],
    ['engine/scanner.ts', `import { kinds } from 'src/protocol/kinds';`],
    ['engine/string-utils.ts', ''],
    ['engine/misc/scanner.ts', ''],
    ['main/WindowManager.ts', ''],
    ['shared/things.ts', ''],
  ];
  it.each(wrong)('reports %s with %s', (path, source) => {
    expect(faultsOf(path, source)).toHaveLength(1);
  });

  const right: [path: string, source: string][] = [
    ['protocol/kinds.ts', `import { z } from 'zod';\nimport { id } from './identity';`],
    [
      'engine/frames/table.ts',
      `import { open } from 'node:fs/promises';\nimport { kinds } from '../../protocol/kinds';`,
    ],
    [
      'ipc/contract.ts',
      `import type { FrameTable } from '../engine/frames/table';\nimport { z } from 'zod';`,
    ],
    ['ipc/contract.ts', `import { type Frame, type Row } from '../engine/frames/table';`],
    ['ipc/contract.ts', `export type { Frame } from '../engine/frames/table';`],
    ['main/index.ts', `import { app } from 'electron';\nimport { engine } from '../engine';`],
    [
      'preload/index.ts',
      `import { contextBridge } from 'electron';\nimport { channels } from '../ipc/channels';`,
    ],
    [
      'renderer/app.tsx',
      `import './app.css';\nimport { useState } from 'react';\nimport { c } from '../ipc/contract';`,
    ],
    ['renderer/raw/editor.ts', `import Worker from 'monaco-editor/editor/editor.worker?worker';`],
    [
      'cli/main.ts',
      `#!/usr/bin/env node\nimport { Command } from 'commander';\nimport { open } from '../engine';`,
    ],
    ['renderer/app.tsx', `// import { x } from '../engine/frames';\n/* import 'electron' */`],
  ];
  it.each(right)('accepts %s with %s', (path, source) => {
    expect(faultsOf(path, source)).toEqual([]);
  });
});
