// Builds the engine and what measures it for Node.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { repositoryRoot } from '../../build/bootstrap/places.mjs';

/** @param {string} outDir */
export async function buildEnginePrograms(outDir) {
  /** @param {string} name */
  const here = (name) => fileURLToPath(new URL(name, import.meta.url));
  await build({
    root: repositoryRoot,
    configFile: false,
    logLevel: 'warn',
    // The programs run where there is no node_modules.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: {
          'call-measurements': here('./calls/call-measurements.ts'),
          'engine-measurements': here('./engine-measurements.ts'),
          'filter-measurements': here('./filter/filter-measurements.ts'),
          'live-measurements': here('./live/live-measurements.ts'),
          'page-asker': here('./page-asker.ts'),
          'search-measurements': here('./search/search-measurements.ts'),
          'timeline-measurements': here('./timeline/timeline-measurements.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
}
