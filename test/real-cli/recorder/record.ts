import { playScenario } from '../cli/play-scenario';
import { installedCli, RecordError } from './installed-cli';
import { parseRecordFlags, usage } from './record-flags';
import { writeRecording } from './write-recording';

/** `npm run record`: plays scenarios with a CLI version and writes them as fixtures. Returns the exit code. */
export async function record(args: readonly string[], say: (line: string) => void): Promise<number> {
  try {
    const flags = parseRecordFlags(args);
    if (flags === null) {
      say(usage);
      return 0;
    }
    const { version, scenarios, folder } = flags;
    say(`Claude Code ${version}: ${scenarios.length} scenarios into ${folder}`);
    const command = await installedCli(version);
    let failed = 0;
    for (const scenario of scenarios) {
      try {
        const played = await playScenario(command, scenario);
        const files = writeRecording(played, version, folder);
        played.remove();
        const ends = played.calls.map(({ exitCode, signal }) => signal ?? `exit code ${exitCode}`);
        say(`  ${scenario.name.padEnd(20)} ${ends.join(', ')}; ${files.length} files`);
      } catch (error) {
        failed++;
        say(`  ${scenario.name.padEnd(20)} FAILED: ${(error as Error).message}`);
      }
    }
    say('Now run `npx vitest run test/recordings -u` and `node build/fields.mjs`: see fixtures/README.md.');
    return failed > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    say(`record: ${error.message}`);
    return 2;
  }
}
