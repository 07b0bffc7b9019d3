import { isAppUrl } from '../content/app-url';

export interface FilterRules {
  /** Developer tools exist in unpackaged builds only. */
  developerTools: boolean;
  /** Origin of the development server (`npm run dev`), null otherwise. */
  devServer: string | null;
}

/**
 * Whether the window may send this request at all. Everything but the app's own files is cancelled; pictures
 * that lie inside its own style sheets or in the frames of a recording (data:) are no request to anywhere.
 */
export function allowsRequest(url: string, resourceType: string, rules: FilterRules): boolean {
  if (isAppUrl(url)) return true;
  const scheme = url.slice(0, url.indexOf(':') + 1).toLowerCase();
  if (scheme === 'devtools:') return rules.developerTools;
  if (rules.devServer !== null && sameServer(url, rules.devServer)) return true;
  return scheme === 'data:' && resourceType === 'image';
}

/**
 * The development server that may serve the window: on this machine and in an unpackaged build only.
 * Returns its origin, or null when there is none.
 */
export function devServerOrigin(address: string | undefined, packaged: boolean): string | null {
  if (packaged || !address || !URL.canParse(address)) return null;
  const url = new URL(address);
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]';
  return local && url.protocol === 'http:' ? url.origin : null;
}

function sameServer(url: string, origin: string): boolean {
  // The server's hot reload speaks over a socket on the same port.
  return URL.canParse(url) && new URL(url.replace(/^ws:/i, 'http:')).origin === origin;
}
