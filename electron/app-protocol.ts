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

/** Serves the built renderer, and only files below its folder. Resolves when the page has what it waits for before it runs. */
export function serveApp(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const awaited = new Set(['.js', '.css']);
    let underWay = 0;
    protocol.handle(appScheme, async ({ url }) => {
      const file = fileOf(folder, url);
      const kind = file === undefined ? '' : path.extname(file);
      const type = types[kind];
      if (file === undefined || type === undefined) return answer(404, 'Not found');
      try {
        underWay += 1;
        const bytes = await readFile(file);
        return answer(200, takenFrom(bytes, () => {
          underWay -= 1;
          awaited.delete(kind);
          if (underWay === 0 && awaited.size === 0) resolve();
        }), type);
      } catch {
        underWay -= 1;
        return answer(404, 'Not found');
      }
    });
  });
}

const onItsWayMs = 25;

/** The bytes, when they are asked for. What was taken is on its way for a moment more, and only this process carries it. */
function takenFrom(bytes: Buffer, onTaken: () => void): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream(
    {
      pull(controller) {
        if (isSent) {
          controller.close();
          setTimeout(onTaken, onItsWayMs);
        } else controller.enqueue(new Uint8Array(bytes));
        isSent = true;
      },
    },
    { highWaterMark: 0 },
  );
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

function answer(status: number, body: string | ReadableStream<Uint8Array>, type = 'text/plain; charset=utf-8'): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': type, 'content-security-policy': contentSecurityPolicy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  });
}
