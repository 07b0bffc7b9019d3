import { extname, join, sep } from 'node:path';

export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://framescope';
export const APP_PAGE = `${APP_ORIGIN}/index.html`;

/**
 * What the page may do: run and load what is shipped with it, nothing else. A header of every app:// answer.
 * Pictures of a recording are drawn from their own data (data:), never from an address.
 * Monaco writes style elements and style attributes, hence 'unsafe-inline' for styles only; scripts never.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const MIME_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** The media type by file name. Unknown kinds are plain bytes: the page must not guess (nosniff). */
export function mimeTypeOf(path: string): string {
  return MIME_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

/**
 * The file inside `root` that an app:// address names, or null when it names nothing of ours. A URL parser
 * has already removed plain and %2e dot segments; encoded slashes come through it and are refused here.
 */
export function resolveAppUrl(address: string, root: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== `${APP_SCHEME}:` || url.host !== 'framescope') return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (path === '/') path = '/index.html';
  const segments = path.slice(1).split('/');
  const refused = (segment: string) =>
    segment === '' || segment === '.' || segment === '..' || /[\\:\0]/.test(segment);
  if (segments.some(refused)) return null;
  const file = join(root, ...segments);
  return file.startsWith(root + sep) ? file : null;
}

/** True for the page itself and everything it may load by itself. */
export function isAppUrl(address: string): boolean {
  return address.startsWith(`${APP_ORIGIN}/`);
}
