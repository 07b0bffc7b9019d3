/** The home that all recordings show. */
export const DEMO_HOME = '/home/demo';

/**
 * Puts the demo's home in the place of the home that the CLI really had, also where the CLI made a folder's name of
 * it. Works on bytes: what is no UTF-8 stays as it is.
 */
export function neutralBytes(bytes: Buffer, home: string): Buffer {
  return Buffer.from(neutralText(bytes.toString('latin1'), home), 'latin1');
}

/** The same for a text. */
export function neutralText(text: string, home: string): string {
  return text.replaceAll(home, DEMO_HOME).replaceAll(folderName(home), folderName(DEMO_HOME));
}

/** How the CLI names a folder after a path: everything but letters and digits is a hyphen. */
export const folderName = (path: string) => path.replace(/[^a-zA-Z0-9]/g, '-');
