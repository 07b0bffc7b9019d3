// Adds what the recordings in fixtures/<version>/ show to the observed part of the field registry
// (src/protocol/fields/data/README.md): node build/fields.mjs
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { repositoryRoot } from './bootstrap/places.mjs';

/** @typedef {import('../src/protocol/fields/walk-fields').Field} Field */
/** @typedef {{ [segment: string]: string | [string, Tree] }} Tree */
/** @typedef {'stream' | 'disk' | 'streamResults' | 'diskResults'} Section */
/** @typedef {{ versions: string[] } & Record<Section, Record<string, Tree>>} Observed */
/** @typedef {typeof import('../src/engine/fields/recorded-fields')} RecordedFields */

/** @type {readonly Section[]} */
const SECTIONS = ['stream', 'disk', 'streamResults', 'diskResults'];
/** @type {Record<Field['type'], string>} */
const LETTERS = { string: 's', number: 'n', boolean: 'b', object: 'o', array: 'a', null: 'z' };

const file = join(repositoryRoot, 'src/protocol/fields/data/observed.json');

/** @returns {Observed} */
export const readObserved = () => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The text of the file: one line a kind.
 * @param {Observed} data
 */
export function observedText(data) {
  const sections = SECTIONS.map((section) => {
    const kinds = Object.entries(data[section]).sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = kinds.map(([kind, table]) => `${JSON.stringify(kind)}: ${JSON.stringify(table)}`);
    return `${JSON.stringify(section)}: {\n${lines.join(',\n')}\n}`;
  });
  return `{\n"versions": ${JSON.stringify(data.versions)},\n${sections.join(',\n')}\n}\n`;
}

/**
 * Adds the fields of recordings to the table; tells every path that was not known of its version and type.
 * @param {Observed} data
 * @param {{ version: string, path: string }[]} recordings
 */
export async function addRecordings(data, recordings) {
  /** @type {{ module: RecordedFields }} */
  const { module } = await runnerImport(join(repositoryRoot, 'src/engine/fields/recorded-fields.ts'), {
    configFile: false,
    logLevel: 'error',
  });
  /** @type {Set<string>} */
  const added = new Set();
  for (const { version, path } of recordings) {
    const bit = versionBit(data, version);
    module.eachRecordedField(path, ({ section, table, segments, type }) => {
      const tables = data[section];
      tables[table] ??= {};
      if (addField(tables[table], segments, LETTERS[type], bit)) {
        added.add(`${section} ${table} ${segments.join('')} (${type}, ${version})`);
      }
    });
  }
  return [...added];
}

/**
 * The bit of a version; a new one comes last, so recordings have to be added in the order of their release.
 * @param {Observed} data
 * @param {string} version
 */
function versionBit(data, version) {
  const known = data.versions.indexOf(version);
  return 1n << BigInt(known >= 0 ? known : data.versions.push(version) - 1);
}

/**
 * @param {Tree} table
 * @param {string[]} segments
 * @param {string} letter
 * @param {bigint} bit
 * @returns whether anything changed
 */
function addField(table, segments, letter, bit) {
  let tree = table;
  for (const segment of segments.slice(0, -1)) {
    const node = Object.hasOwn(tree, segment) ? tree[segment] : undefined;
    /** @type {[string, Tree]} */
    const inner = Array.isArray(node) ? node : [node ?? '', {}];
    tree[segment] = inner;
    tree = inner[1];
  }
  const last = segments.at(-1) ?? '';
  const node = Object.hasOwn(tree, last) ? tree[last] : undefined;
  const before = Array.isArray(node) ? node[0] : (node ?? '');
  const [letters = '', strip = ''] = before.split(' ');
  const after = `${[...new Set(letters + letter)].sort().join('')} ${(BigInt(`0x${strip || '0'}`) | bit).toString(16)}`;
  if (after === before) return false;
  tree[last] = Array.isArray(node) ? [after, node[1]] : after;
  return true;
}

/** The recordings of fixtures/, by the folder of their version. */
export function fixtureRecordings() {
  const fixtures = join(repositoryRoot, 'fixtures');
  return readdirSync(fixtures)
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .flatMap((version) =>
      readdirSync(join(fixtures, version), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
        .map((name) => ({ version, path: join(fixtures, version, name) })),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url) && existsSync(file)) {
  const data = readObserved();
  const added = await addRecordings(data, fixtureRecordings());
  writeFileSync(file, observedText(data));
  for (const line of added) console.log(line);
  console.log(`${added.length} additions to ${file}.`);
}
