export interface ChosenEnvironment {
  /** The whole environment of the process. */
  values: NodeJS.ProcessEnv;
  /** Names that the lines give. */
  names: string[];
  problem: string | null;
}

/** What the app's own runtime and its start script put there: none of it is meant for a program of the user. */
const OWN_VARIABLES = /^(ELECTRON_|CHROME_DESKTOP$|INIT_CWD$|NODE_CHANNEL_|NODE_UNIQUE_ID$|npm_)/;

/**
 * The environment of a process: the app's own, and what the lines say. `NAME` passes a variable of the app on and has
 * to be set, `NAME=value` sets one. No sentence ever holds a value.
 */
export function chosenEnvironment(lines: string, app: NodeJS.ProcessEnv): ChosenEnvironment {
  const inherited = Object.entries(app).filter(([name]) => !OWN_VARIABLES.test(name));
  // Without a prototype, so that every name is a name.
  const values: NodeJS.ProcessEnv = Object.assign(Object.create(null), Object.fromEntries(inherited));
  const names: string[] = [];
  const no = (problem: string): ChosenEnvironment => ({ values: {}, names: [], problem });
  for (const [index, raw] of lines.split(/\r?\n/).entries()) {
    const line = raw.trimStart();
    if (line.trim() === '') continue;
    const equals = line.indexOf('=');
    const name = (equals < 0 ? line : line.slice(0, equals)).trim();
    const here = `Line ${index + 1} of the environment`;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return no(`${here} has to be NAME or NAME=value.`);
    const value = equals < 0 ? inheritedValue(app, name) : line.slice(equals + 1);
    if (value === undefined) return no(`${here} names ${name}, which is not set for Framescope.`);
    if (value.includes('\0')) return no(`${here} holds a NUL character.`);
    values[name] = value;
    if (!names.includes(name)) names.push(name);
  }
  return { values, names, problem: null };
}

const inheritedValue = (app: NodeJS.ProcessEnv, name: string) =>
  Object.hasOwn(app, name) ? app[name] : undefined;
