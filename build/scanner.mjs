// Compiles the scanners of the engine (AssemblyScript) and writes each as a module of base64, so that every consumer
// (window, CLI, tests) loads it without a build step of its own. A test compares them with a fresh build.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const engine = fileURLToPath(new URL('../src/engine/', import.meta.url));

/**
 * @typedef {object} Scanner
 * @property {string} folder in src/engine
 * @property {string[]} files the first one is compiled
 * @property {string} binary the module that holds the outcome
 * @property {string} constant its one export
 * @property {number} memoryBase see the layout in the scanner's source
 */

/** @type {Record<'frames' | 'text', Scanner>} */
export const SCANNERS = {
  frames: {
    folder: 'frames/wasm',
    files: ['frame-scan.ts', 'frame-keys.ts'],
    binary: 'frame-scan-binary.ts',
    constant: 'FRAME_SCAN_WASM',
    // Below the block records' end and above them lies the scratch area.
    memoryBase: 61440,
  },
  text: {
    folder: 'search/wasm',
    files: ['text-scan.ts'],
    binary: 'text-scan-binary.ts',
    constant: 'TEXT_SCAN_WASM',
    memoryBase: 32768,
  },
};

/**
 * The source text of a scanner's binary module, made from its current source.
 * @param {Scanner} scanner
 */
export async function scannerModule({ folder, files: names, constant, memoryBase }) {
  const files = new Map(names.map((name) => [name, readFileSync(join(engine, folder, name), 'utf8')]));
  const source = /** @type {string} */ (names[0]);
  /** @type {Uint8Array} */
  let wasm = new Uint8Array();
  const { error, stderr } = await asc.main(
    [
      source,
      '--outFile',
      'scan.wasm',
      '--enable',
      'simd',
      '--enable',
      'bulk-memory',
      '--runtime',
      'stub',
      '-O3',
      '--noAssert',
      '--memoryBase',
      String(memoryBase),
      '--initialMemory',
      '6',
    ],
    {
      readFile: (name) => files.get(name) ?? null,
      writeFile: (_name, data) => {
        if (typeof data !== 'string') wasm = data;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${source} does not compile: ${stderr.toString() || error.message}`);
  const lines =
    Buffer.from(wasm)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  const body = lines.map((line) => `  '${line}'`).join(' +\n');
  return `// Made from ${source} by \`npm run build:scanner\`.\nexport const ${constant} =\n${body};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const scanner of Object.values(SCANNERS)) {
    const module = await scannerModule(scanner);
    const target = join(engine, scanner.folder, scanner.binary);
    writeFileSync(target, module);
    console.log(`Wrote ${target} (${module.length} characters).`);
  }
}
