/** A variable's name on a line of its own. Longer ones are more likely a piece of a value. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * The environment as it may be kept on disk: names only. "NAME=" stands where a value was; what is no name at all may
 * be a piece of a value, and goes.
 */
export function withoutValues(environment: string): string {
  return environment
    .split(/\r?\n/)
    .map((line) => {
      const equals = line.indexOf('=');
      const name = (equals < 0 ? line : line.slice(0, equals)).trim();
      if (!NAME.test(name)) return null;
      return equals < 0 ? name : `${name}=`;
    })
    .filter((line) => line !== null)
    .join('\n');
}

/** The names on lines that set nothing ("NAME="): after a restart, those whose values were not kept. */
export function namesWithoutValue(environment: string): string[] {
  return environment
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.endsWith('=') && line.indexOf('=') === line.length - 1)
    .map((line) => line.slice(0, -1));
}
