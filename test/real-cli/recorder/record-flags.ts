import { join } from 'node:path';
import { repositoryRoot } from '../../../build/bootstrap/places.mjs';
import type { Scenario } from '../cli/scenario';
import { allScenarios, scenarioNamed } from '../scenarios/all-scenarios';
import { RecordError } from './installed-cli';

export const usage = `npm run record -- --version X [--scenarios A,B] [--out FOLDER]

  --version    the CLI version, such as 2.1.332; npm installs it into the user's cache
  --scenarios  names or numbers, such as 03,08-task; all without it
  --out        the folder that gets a folder of the version's name; fixtures/ without it`;

export interface RecordFlags {
  version: string;
  scenarios: readonly Scenario[];
  /** Where the recordings go: the version's folder. */
  folder: string;
}

/** Reads the flags; null asks for help. Wrong ones throw a RecordError. */
export function parseRecordFlags(args: readonly string[]): RecordFlags | null {
  if (args.includes('--help')) return null;
  const values = new Map<string, string>();
  const words = args.flatMap((arg) => (arg.startsWith('--') ? arg.split(/=(.*)/s, 2) : [arg]));
  for (let at = 0; at < words.length; at += 2) {
    const [flag, value] = [words[at], words[at + 1]];
    if (flag === undefined || !['--version', '--scenarios', '--out'].includes(flag)) {
      throw new RecordError(`There is no flag ${flag}: there are --version, --scenarios and --out.`);
    }
    if (value === undefined || value.startsWith('--')) throw new RecordError(`${flag} needs a value.`);
    values.set(flag, value);
  }
  const version = values.get('--version');
  if (version === undefined) throw new RecordError('Say which version to record: --version 2.1.332.');
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new RecordError(`${version} is no version such as 2.1.332.`);
  const names = values.get('--scenarios')?.split(',');
  return {
    version,
    scenarios: names?.map(named) ?? allScenarios,
    folder: join(values.get('--out') ?? join(repositoryRoot, 'fixtures'), version),
  };
}

function named(name: string): Scenario {
  try {
    return scenarioNamed(name);
  } catch (error) {
    throw new RecordError((error as Error).message);
  }
}
