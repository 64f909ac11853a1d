import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { FrameState } from '../../shared/bridge-values.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { InboxItem } from '../../shared/inbox.ts';
import type { Result } from '../../shared/result.ts';
import type { SealingState } from '../../shared/sealing.ts';
import { eventually } from './eventually.ts';
import { FakeDaemon } from './fake-daemon.ts';
import { populate } from './seed-engine.ts';
import { seedLedger } from './seed-ledger.ts';
import type { WorkerKind } from './seed-stories.ts';
import { aTemporaryFolder } from './temporary-folder.ts';
import { openTestHost, type TestHost } from './test-host.ts';

/** Where one installation keeps what it has. */
export interface Installed {
  /** What the operator calls the data folder; the console’s own is in it. */
  readonly dataFolder: string;
  readonly stateFolder: string;
}

export function anInstallation(root = aTemporaryFolder()): Installed {
  return { dataFolder: path.join(root, 'data'), stateFolder: path.join(root, 'state') };
}

export const consoleFolder = ({ dataFolder }: Installed): string => path.join(dataFolder, 'console');

/** The real host on it. Closed at the end of the test, if it still runs. */
export function openOn(installed: Installed): TestHost {
  const host = openTestHost(consoleFolder(installed), installed.stateFolder);
  onTestFinished(() => host.close());
  return host;
}

/** An installation with one worker of each of so many kinds, from one that is only asked for on, on an engine that answers for them. */
export async function withWorkers(installed: Installed, workers = 3): Promise<{ readonly daemon: FakeDaemon; readonly bindingOf: (kind: WorkerKind) => BindingId }> {
  const daemon = await FakeDaemon.listen();
  onTestFinished(() => daemon.close());
  const seeded = seedLedger(installed.dataFolder, { workers, receipts: 0, filesEach: 1, endpoint: daemon.endpoint, engine: daemon.engine });
  populate(daemon, seeded, { strangers: 0, images: 1, logLines: 1 });
  return {
    daemon,
    bindingOf: (wanted) => {
      const found = seeded.find(({ kind }) => kind === wanted);
      if (!found) throw new TypeError(`no worker is ${wanted}`);
      return found.worker.id;
    },
  };
}

export const sealingOf = async ({ requests }: TestHost): Promise<SealingState> => (await requests.frame({})).ledger.sealing;

export const untilFrame = (host: TestHost, says: (frame: FrameState) => void): Promise<void> => eventually(async () => says(await host.requests.frame({})));

/** Opens it for long enough that its keys are open, and closes it: everything is sealed then. */
export async function sealedOnce(installed: Installed): Promise<void> {
  const host = openOn(installed);
  await host.requests.keys({});
  host.close();
}

/** A copy of the whole console’s folder as it is now, to be put back later. */
export function copiedAside(installed: Installed): () => void {
  const copy = `${installed.dataFolder}-copy`;
  cpSync(consoleFolder(installed), copy, { recursive: true });
  return () => {
    rmSync(consoleFolder(installed), { recursive: true });
    cpSync(copy, consoleFolder(installed), { recursive: true });
  };
}

export async function custodyItem({ requests }: TestHost): Promise<Extract<InboxItem, { kind: 'custody_unproven' }>> {
  const item = (await requests.listInbox({})).find(({ kind }) => kind === 'custody_unproven');
  if (item?.kind !== 'custody_unproven') throw new TypeError('custody is proven');
  return item;
}

export function expectRefusal(result: Result<unknown>, code: string): void {
  expect(result).toMatchObject({ ok: false, refusal: { code } });
}
