// Makes a fresh clone runnable: npm packages, an Electron runtime, system libraries.
// Silent and quick when everything is in place.  --test also makes sure that there is a virtual display, and gets
// the real CLI that some tests run.
// --official forgets that an earlier download of the official Electron failed and tries it again.
import { ensurePackages } from './bootstrap/npm-install.mjs';
import { SetupError } from './bootstrap/report.mjs';

const forTests = process.argv.includes('--test');
const retryOfficial = process.argv.includes('--official');

try {
  await ensurePackages();
  // Imported only now: these parts use packages that the line above installs.
  const { ensureElectron } = await import('./bootstrap/electron-runtime.mjs');
  await ensureElectron({ forTests, retryOfficial });
  if (forTests) {
    const { ensureClaudeCli } = await import('./bootstrap/claude-cli.mjs');
    await ensureClaudeCli();
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`framescope: ${error.message}`);
  process.exitCode = 1;
}
