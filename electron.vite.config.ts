import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { CONTENT_SECURITY_POLICY } from './src/main/content/app-url';

// Both the official Electron and the older one from the npm registry run what is built for these.
const chrome = 'chrome130';
const node = 'node20';

// How long each plugin took is not a warning.
const checks = { bundlerTimings: false };

/** Makes the CLI a program: `out/main/cli.js` keeps the shebang of its source and may be executed. */
function executableCli(): Plugin {
  return {
    name: 'framescope:executable-cli',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunk = bundle['cli.js'];
      if (chunk?.type === 'chunk' && !chunk.code.startsWith('#!')) {
        this.error('src/cli/main.ts has to start with #!/usr/bin/env node');
      }
    },
    writeBundle({ dir }, bundle) {
      if (dir && bundle['cli.js']) chmodSync(join(dir, 'cli.js'), 0o755);
    },
  };
}

/** A hash of the sources that decide over what an index says: see src/engine/index-cache/index-build.ts. */
function hashOfIndexSources(): string {
  const hash = createHash('sha256');
  for (const room of ['src/engine', 'src/protocol']) {
    for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts')) hash.update(`${file}\0`).update(readFileSync(join(room, file)));
  }
  return hash.digest('hex');
}

/**
 * The policy that app:// sends with the built page, for the page of the development server. As a header it would
 * refuse the inline script of plugin-react; as an element it holds for what comes after it. Such an element
 * cannot say who may frame the page.
 */
function policyOfDevelopment(): Plugin {
  const content = CONTENT_SECURITY_POLICY.replace(/frame-ancestors [^;]*(; )?/, '');
  const attrs = { 'http-equiv': 'Content-Security-Policy', content };
  return {
    name: 'framescope:policy-of-development',
    apply: 'serve',
    transformIndexHtml: { order: 'post', handler: () => [{ tag: 'meta', attrs, injectTo: 'head' }] },
  };
}

// The pages that measure the frame list and the timeline are built for `npm run bench` only.
const pages = {
  index: 'src/renderer/index.html',
  ...(process.env.FRAMESCOPE_BENCH && {
    'list-bench': 'src/renderer/bench/list-bench.html',
    'timeline-bench': 'src/renderer/bench/timeline-bench.html',
  }),
};

export default defineConfig({
  main: {
    plugins: [executableCli()],
    define: { __INDEX_SOURCES__: JSON.stringify(hashOfIndexSources()) },
    build: {
      target: node,
      sourcemap: true,
      rolldownOptions: {
        checks,
        input: {
          index: 'src/main/index.ts',
          'engine-host': 'src/main/engine-host/index.ts',
          cli: 'src/cli/main.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: node,
      // A sandboxed preload script is CommonJS and one file: it can require nothing but electron.
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), policyOfDevelopment()],
    build: {
      target: chrome,
      minify: true,
      // An inlined font would be a data: URL, which the content security policy refuses.
      assetsInlineLimit: 0,
      // Read from the disk, not from a network: Monaco's own chunk may be large.
      chunkSizeWarningLimit: 8_000,
      rolldownOptions: { checks, input: pages },
    },
    worker: { format: 'es' },
  },
});
