import { homedir } from 'node:os';
import path from 'node:path';
import { app, dialog, Menu, type BrowserWindow } from 'electron';
import { faultText } from '../shared/error-code.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { forgetAmbientSettings } from './host/engine/ambient-settings.ts';
import { createHost, type Host } from './host/host.ts';
import { spawnThreads } from './host/ledger/threads/spawn-threads.ts';
import { serveRequests } from './ipc/serve-requests.ts';
import { isFromWindow } from './ipc/trusted-sender.ts';
import { applicationMenu } from './menu.ts';
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
  serveApp(path.join(import.meta.dirname, '../renderer'));
  // First, so that its process starts while the host opens: what it asks is heard after this function has ended.
  window = openWindow(path.join(import.meta.dirname, '../preload/preload.cjs'));
  window.on('closed', () => (window = undefined));
  const host = openHost();
  serveRequests(host.requests, (event) => isFromWindow(window, allowedOrigins)(event), logFault);
  app.on('will-quit', () => host.close());
}

function openHost(): Host {
  return createHost({
    dataFolder: path.join(dataFolder, 'console'),
    stateFolder: stateFolder(process.env, homedir()),
    spawn: spawnThreads({ verify: threadFile('verify'), search: threadFile('search'), bundle: threadFile('bundle'), fold: threadFile('fold'), content: threadFile('content') }),
    notify: (notice, payload) => {
      if (window && !window.isDestroyed()) window.webContents.send(notice, payload);
    },
    surroundings: desktopSurroundings(() => window),
    onFault: logFault,
  });
}

const threadFile = (name: string): URL => new URL(`./${name}-thread.js`, import.meta.url);

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
