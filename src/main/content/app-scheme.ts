import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import { APP_SCHEME, CONTENT_SECURITY_POLICY, mimeTypeOf, resolveAppUrl } from './app-url';

/** Has to run before the app is ready: afterwards the scheme's privileges are fixed. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the files of the built window, and only those. */
export function serveAppScheme(root: string): void {
  protocol.handle(APP_SCHEME, (request) => answer(request, root));
}

async function answer(request: Request, root: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only reading is allowed.');
  const file = resolveAppUrl(request.url, root);
  if (!file) return refuse(403, 'This address is not part of the app.');
  try {
    const body = await readFile(file);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: { ...SAFETY_HEADERS, 'Content-Type': mimeTypeOf(file) },
    });
  } catch {
    return refuse(404, 'There is no such file in the app.');
  }
}

// On every answer, not on the page alone: a worker takes its policy from its own script's headers.
const SAFETY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

function refuse(status: number, sentence: string): Response {
  return new Response(sentence, { status, headers: { ...SAFETY_HEADERS, 'Content-Type': 'text/plain' } });
}
