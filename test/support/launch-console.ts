import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron, type ElectronApplication } from '@playwright/test';

export const root = path.resolve(import.meta.dirname, '../..');
const closeWithinMs = 15_000;

export interface LaunchedConsole {
  readonly app: ElectronApplication;
  /** What the main process has printed so far. */
  output(): string;
  isClosed(): boolean;
  /** Closes it in the ordinary way and keeps the trace, if there is one and a file is named for it. */
  close(traceFile?: string): Promise<void>;
  /** Ends the main process as a power cut would. */
  kill(): Promise<void>;
}

export interface Launch {
  readonly dataFolder: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Left out where a picture of a failure is enough. */
  readonly traced?: boolean;
}

/** A quarter of all that a window does is for its trace: it is kept where a few tests were chosen, to see why they fail. */
const isTraced = process.env['BAILIWICK_TRACES'] === 'on';

// Without a graphics card Chromium tries three times to do without, and then draws as it does with this at once.
const usualArgs = ['--disable-gpu'];

export async function launchConsole({ dataFolder, args = [], env = {}, traced = isTraced }: Launch): Promise<LaunchedConsole> {
  const app = await _electron.launch({
    executablePath: executable(),
    chromiumSandbox: process.env['BAILIWICK_SANDBOX'] !== 'off',
    args: [root, `--data-folder=${dataFolder}`, ...usualArgs, ...args],
    env: { ...inherited(), XDG_STATE_HOME: `${dataFolder}-state`, ...env },
  });
  let closed = false;
  app.once('close', () => {
    closed = true;
  });
  const output = collectOutput(app);
  // The runner's own tracing option records no page contents for Electron; a film of it would cost more than the rest.
  if (traced) await app.context().tracing.start({ snapshots: true, sources: true });
  return {
    app,
    output,
    isClosed: () => closed,
    close: async (traceFile) => {
      if (traced) await app.context().tracing.stop(traceFile ? { path: traceFile } : {});
      await close(app);
    },
    kill: () => kill(app),
  };
}

async function close(app: ElectronApplication): Promise<void> {
  const tooLong = wait(closeWithinMs, 'too long' as const, { ref: false });
  if ((await Promise.race([app.close(), tooLong])) !== 'too long') return;
  await kill(app);
  throw new Error(`The console did not close within ${closeWithinMs / 1000} s.`);
}

async function kill(app: ElectronApplication): Promise<void> {
  const main = app.process();
  const gone = main.exitCode === null && main.signalCode === null ? once(main, 'exit') : Promise.resolve();
  const closed = app.waitForEvent('close');
  main.kill('SIGKILL');
  await Promise.all([gone, closed]);
}

function collectOutput(app: ElectronApplication): () => string {
  let text = '';
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

export function executable(): string {
  const given = process.env['BAILIWICK_ELECTRON'];
  if (!given) throw new Error('BAILIWICK_ELECTRON is not set: run the window tests with `npm run test:e2e`.');
  return given;
}

function inherited(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
