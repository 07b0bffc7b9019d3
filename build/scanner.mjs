// Compiles src/engine/frames/wasm/frame-scan.ts (AssemblyScript) and writes it as a module of base64, so that every
// consumer (window, CLI, tests) loads it without a build step of its own. A test compares it with a fresh build.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('../src/engine/frames/wasm/', import.meta.url));
const target = join(folder, 'frame-scan-binary.ts');

/** The source text of frame-scan-binary.ts for the current scanner. */
export async function scannerModule() {
  const files = new Map(
    ['frame-scan.ts', 'frame-keys.ts'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  /** @type {Uint8Array} */
  let wasm = new Uint8Array();
  const { error, stderr } = await asc.main(
    [
      'frame-scan.ts',
      '--outFile',
      'frame-scan.wasm',
      '--enable',
      'simd',
      '--enable',
      'bulk-memory',
      '--runtime',
      'stub',
      '-O3',
      '--noAssert',
      // Below the block records' end and above them lies the scratch area; see the layout in frame-scan.ts.
      '--memoryBase',
      '61440',
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
  if (error) throw new Error(`The scanner does not compile: ${stderr.toString() || error.message}`);
  const lines =
    Buffer.from(wasm)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  const body = lines.map((line) => `  '${line}'`).join(' +\n');
  return `// Made from frame-scan.ts by \`npm run build:scanner\`.\nexport const FRAME_SCAN_WASM =\n${body};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const module = await scannerModule();
  writeFileSync(target, module);
  console.log(`Wrote ${target} (${module.length} characters).`);
}
