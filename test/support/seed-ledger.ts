import path from 'node:path';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import { endpointSchema, seatSchema, type EngineId, type InstallationId } from '../../shared/ids.ts';
import { workerSpecSchema, type WorkerSpec } from '../../shared/worker-spec.ts';
import { tell, workerKinds, type WorkerKind } from './seed-stories.ts';
import { SeedWorker } from './seed-worker.ts';

export interface Seed {
  readonly workers: number;
  /** At least so many receipts: what the workers’ own ways do not come to is filled with more runs of some of them. */
  readonly receipts: number;
  readonly filesEach: number;
  readonly endpoint: string;
  readonly engine: EngineId;
}

export interface Seeded {
  readonly kind: WorkerKind;
  readonly worker: SeedWorker;
}

const longSeat = 'keeper-of-an-extraordinarily-long-seat';
const longImage = 'registry.example.internal:5000/platform/agents/a-harness-with-a-really-long-name:2026.03.04-nightly-1187';
const secondsApart = 7;

/** Writes a real ledger into the data folder of a console that was never opened, as one that was used for long would have left it. */
export function seedLedger(dataFolder: string, seed: Seed): readonly Seeded[] {
  let now = Date.now() - seed.receipts * secondsApart * 1000;
  const { ledger, close } = openLedger(path.join(dataFolder, 'console'), () => (now += secondsApart * 1000));
  const { installation } = new SqliteJournal(ledger).world;
  if (installation === null) throw new TypeError('a ledger without a first receipt');
  const seeded = Array.from({ length: seed.workers }, (_, index) => aWorker(index, seed, installation, now));
  const workers = seeded.map(({ worker }) => worker);
  // One transaction: how long a disk takes for each receipt is not what these ledgers are for.
  ledger.db.transaction(() => {
    for (const document of workers.flatMap(({ documents }) => documents)) ledger.keep(document);
    for (const entry of workers.flatMap(({ entries }) => entries)) ledger.append(entry);
    for (const entry of moreRuns(seeded, seed.receipts - ledger.size)) ledger.append(entry);
  })();
  close();
  return seeded;
}

function aWorker(index: number, seed: Seed, installation: InstallationId, startedAt: number): Seeded {
  const kind = workerKinds[index % workerKinds.length] ?? 'requested';
  const worker = new SeedWorker(specAt(index, seed), installation, startedAt);
  tell(worker, kind, seed.filesEach);
  return { kind, worker };
}

/** Every seventh has the longest names there can be. */
function specAt(index: number, { endpoint, engine, workers }: Seed): WorkerSpec {
  const long = workers > workerKinds.length && index % 7 === 3;
  return workerSpecSchema.parse({
    endpoint: endpointSchema.parse(endpoint),
    engine,
    seat: seatSchema.parse(long ? `${longSeat}-${index}`.slice(-40) + `@${longSeat}` : `worker-${index}@team-${index % 12}`),
    generation: 1,
    image: { reference: long ? longImage : 'bailiwick/sample-worker:1', id: `sha256:${(long ? 'a' : 'b').repeat(64)}` },
    resources: { cpuMilli: 500, memoryBytes: 256 * 1024 ** 2, pids: 64 },
    user: { uid: 1000, gid: 1000 },
    network: 'none',
    artifacts: Array.from({ length: long ? 20 : 1 }, (_, at) => ({ path: `/workspace/results/${long ? `${longSeat}/` : ''}report${at === 0 ? '' : `-${at}`}.md`, maxBytes: 1_000_000 })),
    argv: long ? ['/opt/harness/bin/start', '--prompt', 'Read everything below /workspace/task, then write what you found. '.repeat(8).trim()] : ['harness', '--steps', '5'],
  });
}

function moreRuns(seeded: readonly Seeded[], missing: number): readonly Entry[] {
  const busy = seeded.filter(({ kind }) => kind === 'failed').map(({ worker }) => worker);
  const before = new Map(busy.map((worker) => [worker, worker.entries.length]));
  const added = (): number => busy.reduce((sum, worker) => sum + worker.entries.length - (before.get(worker) ?? 0), 0);
  while (busy.length > 0 && added() < missing) for (const worker of busy) worker.launched().exited(1);
  return busy.flatMap((worker) => worker.entries.slice(before.get(worker)));
}
