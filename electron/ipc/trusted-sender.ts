import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';

/** The window's own main frame, showing our own page: both are compared, since a frame can be navigated. */
export function isFromWindow(window: BrowserWindow | undefined, allowedOrigins: readonly string[]): (event: IpcMainInvokeEvent) => boolean {
  return ({ sender, senderFrame }) => {
    if (!window || window.isDestroyed() || sender !== window.webContents) return false;
    if (!senderFrame || senderFrame !== window.webContents.mainFrame) return false;
    return allowedOrigins.includes(originOf(senderFrame.url));
  };
}

/** `new URL().origin` is "null" for schemes it does not know, so scheme and host are compared as written. */
export function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed ? `${parsed.protocol}//${parsed.host}` : '';
}
