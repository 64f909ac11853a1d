import { once } from 'node:events';
import path from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../..');

export interface LaunchedConsole {
  readonly app: ElectronApplication;
  isClosed(): boolean;
  /** Closes it in the ordinary way and keeps the trace, if a file is named for it. */
  close(traceFile?: string): Promise<void>;
  /** Ends the main process as a power cut would. */
  kill(): Promise<void>;
}

interface Launch {
  readonly dataFolder: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function launchConsole({ dataFolder, args = [], env = {} }: Launch): Promise<LaunchedConsole> {
  const app = await _electron.launch({
    executablePath: executable(),
    chromiumSandbox: process.env['BAILIWICK_SANDBOX'] !== 'off',
    args: [root, `--data-folder=${dataFolder}`, ...args],
    env: { ...inherited(), ...env },
  });
  let closed = false;
  app.once('close', () => {
    closed = true;
  });
  // The runner's own tracing option records no page contents for Electron.
  await app.context().tracing.start({ screenshots: true, snapshots: true, sources: true });
  return {
    app,
    isClosed: () => closed,
    close: async (traceFile) => {
      await app.context().tracing.stop(traceFile ? { path: traceFile } : {});
      await app.close();
    },
    kill: () => kill(app),
  };
}

async function kill(app: ElectronApplication): Promise<void> {
  const main = app.process();
  const gone = main.exitCode === null && main.signalCode === null ? once(main, 'exit') : Promise.resolve();
  const closed = app.waitForEvent('close');
  main.kill('SIGKILL');
  await Promise.all([gone, closed]);
}

function executable(): string {
  const given = process.env['BAILIWICK_ELECTRON'];
  if (!given) throw new Error('BAILIWICK_ELECTRON is not set: run the window tests with `npm run test:e2e`.');
  return given;
}

function inherited(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
