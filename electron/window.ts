import path from 'node:path';
import { BrowserWindow, session, type WebContents } from 'electron';
import { appOrigin } from './app-protocol.ts';
import { originOf } from './ipc/trusted-sender.ts';

/** Only while developing: the dev server's address, whose page may reload itself. */
export const developmentUrl: string | undefined = process.env['ELECTRON_RENDERER_URL'];

export const allowedOrigins: readonly string[] = developmentUrl === undefined ? [appOrigin] : [appOrigin, originOf(developmentUrl)];

/** The operator's window: sandboxed, isolated, and unable to go anywhere but our own page. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    title: 'Bailiwick',
    backgroundColor: '#171b19',
    webPreferences: {
      preload: path.resolve(preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(developmentUrl ?? `${appOrigin}/`);
  return window;
}

/** For every page that ever exists in this process, also one that some bug would open. */
export function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: { preventDefault(): void }, url: string): void => {
    if (!allowedOrigins.includes(originOf(url))) event.preventDefault();
  };
  contents.on('will-navigate', (event) => stay(event, event.url));
  contents.on('will-frame-navigate', (event) => stay(event, event.url));
  contents.on('will-redirect', (event) => stay(event, event.url));
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** No permission is ever granted: the page needs none. */
export function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
}
