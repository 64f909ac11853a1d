import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';

export const appScheme = 'app';
export const appOrigin = `${appScheme}://bailiwick`;

/** What the page may do: load our own files and nothing else. The hash is of one constant style element of the widget library. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** Before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]);
}

/** Serves the built renderer, and only files below its folder. */
export function serveApp(folder: string): void {
  protocol.handle(appScheme, async ({ url }) => {
    const file = fileOf(folder, url);
    const type = file && types[path.extname(file)];
    if (!file || !type) return answer(404, 'Not found');
    try {
      return answer(200, await readFile(file), type);
    } catch {
      return answer(404, 'Not found');
    }
  });
}

/** The file a URL names, or nothing when it names a place outside the folder or another host. */
export function fileOf(folder: string, url: string): string | undefined {
  const { host, pathname } = new URL(url);
  if (`${appScheme}://${host}` !== appOrigin) return undefined;
  const decoded = decodedPath(pathname === '/' ? '/index.html' : pathname);
  if (decoded === undefined) return undefined;
  const wanted = path.join(folder, decoded);
  return wanted.startsWith(folder + path.sep) && !wanted.includes('\0') ? wanted : undefined;
}

/** Nothing for what is no encoding of a text. */
function decodedPath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

function answer(status: number, body: string | Buffer, type = 'text/plain; charset=utf-8'): Response {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(bytes, {
    status,
    headers: { 'content-type': type, 'content-security-policy': contentSecurityPolicy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  });
}
