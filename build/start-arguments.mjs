import { isAbsolute, resolve } from 'node:path';

/**
 * npm changes to the package's folder before it runs a script; paths mean the folder that the user was in.
 * @param {string[]} args
 * @param {string} userFolder
 */
export function resolveArguments(args, userFolder) {
  return args
    .filter((arg) => arg !== '--')
    .map((arg) => (arg.startsWith('-') || isAbsolute(arg) ? arg : resolve(userFolder, arg)));
}
