import { homedir } from 'node:os';
import path from 'node:path';
import { app, dialog, Menu, type BrowserWindow } from 'electron';
import { faultText } from '../shared/error-code.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { forgetAmbientSettings } from './host/engine/ambient-settings.ts';
import { serveRequests } from './ipc/serve-requests.ts';
import { isFromWindow } from './ipc/trusted-sender.ts';
import { applicationMenu } from './menu.ts';
import type { Console } from './open-console.ts';
import { stateFolder } from './state-folder.ts';
import { desktopSurroundings } from './surroundings.ts';
import { allowedOrigins, confine, denyPermissions, developmentUrl, openWindow } from './window.ts';

// `ready` waits for this module to finish, so nothing here may be awaited at the top level.
forgetAmbientSettings(process.env);
const dataFolder = path.resolve(app.commandLine.getSwitchValue('data-folder') || app.getPath('userData'));
app.setPath('userData', dataFolder);
registerAppScheme();

let window: BrowserWindow | undefined;

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', focusWindow);
  app.on('web-contents-created', (_event, contents) => confine(contents));
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(start).catch(giveUp);
} else {
  app.exit(75);
}

function start(): void {
  denyPermissions();
  Menu.setApplicationMenu(applicationMenu(developmentUrl !== undefined));
  const isServed = serveApp(path.join(import.meta.dirname, '../renderer'));
  window = openWindow(path.join(import.meta.dirname, '../preload/preload.cjs'));
  window.on('closed', () => (window = undefined));
  const opening = whenPageReads(window, isServed).then(open);
  opening.catch(giveUp);
  serveRequests(opening, (event) => isFromWindow(window, allowedOrigins)(event));
}

/** The page gets its files through this process: the console is read and opened while the page reads them. What it asks meanwhile waits. */
const whenPageReads = ({ webContents }: BrowserWindow, isServed: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    void isServed.then(resolve);
    webContents.once('did-finish-load', () => resolve());
    webContents.once('did-fail-load', () => resolve());
  });

async function open(): Promise<Console> {
  const { openConsole } = await import('./open-console.ts');
  const opened = openConsole(import.meta.dirname, {
    dataFolder: path.join(dataFolder, 'console'),
    stateFolder: stateFolder(process.env, homedir()),
    notify: (notice, payload) => {
      if (window && !window.isDestroyed()) window.webContents.send(notice, payload);
    },
    surroundings: desktopSurroundings(() => window),
    onFault: logFault,
  });
  app.on('will-quit', () => opened.close());
  return opened;
}

function focusWindow(): void {
  if (window?.isMinimized()) window.restore();
  window?.focus();
}

/** The console cannot be opened at all: says what, where and what to do, and leaves everything as it is. */
function giveUp(error: unknown): void {
  logFault(error);
  dialog.showErrorBox('Bailiwick cannot open its data folder', `${faultText(error)}\n\nFolder: ${dataFolder}\nNothing was changed.`);
  app.exit(1);
}

function logFault(fault: unknown): void {
  process.stderr.write(`${fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault)}\n`);
}
