import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { publishers } from '../../electron/host/artifacts/publish-file.ts';
import { StagingRemover } from '../../electron/host/projection/staging-remover.ts';
import { RunAttempts } from '../../electron/host/attempts/run-attempts.ts';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { PrivateEngine } from '../../electron/host/engine/private-engine.ts';
import { goalReaders } from '../../electron/host/goal-readers.ts';
import { openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import { buildSampleImage } from '../../electron/host/placement/build-sample-image.ts';
import { bindingOf, prepare } from '../../electron/host/placement/prepare.ts';
import { requestWorker } from '../../electron/host/placement/request-worker.ts';
import { guardedMutations } from '../../electron/host/custody/guarded-mutations.ts';
import { runTeardownStep } from '../../electron/host/custody/run-teardown-step.ts';
import type { Binding } from '../../shared/binding.ts';
import { bindingIdSchema, endpointSchema, type BindingId } from '../../shared/ids.ts';
import { usualNetworkPool } from '../../shared/network-pool.ts';
import { operator } from '../../shared/receipt.ts';
import type { Result } from '../../shared/result.ts';
import type { WorkerSpec } from '../../shared/worker-spec.ts';
import { examplesFolder, testEngine } from './test-host.ts';
import { sourceThreads } from './threads.ts';

/** A prepared worker on the engine of the test run, with the parts that move its files at hand. */
export class EngineWorker {
  readonly dataFolder: string;
  readonly exportFolder: string;
  readonly endpoint = endpointSchema.parse(testEngine());
  readonly engines = createDockerEngines();
  readonly readers = this.engines.readers;
  readonly journal: SqliteJournal;
  readonly spawn = sourceThreads;
  readonly networkPool = () => usualNetworkPool;
  readonly attempts: RunAttempts;
  id = '' as BindingId;
  readonly #closeLedger: () => void;

  private constructor(folder: string) {
    this.dataFolder = path.join(folder, 'data');
    this.exportFolder = path.join(folder, 'exports');
    const { ledger, close } = openLedger(this.dataFolder);
    this.#closeLedger = close;
    this.journal = new SqliteJournal(ledger);
    const privateEngine = new PrivateEngine({ folder: path.join(folder, 'engine') });
    this.attempts = new RunAttempts({
      journal: this.journal,
      mutations: { engine: guardedMutations((endpoint, expected) => this.engines.mutations(endpoint, expected), () => this.journal.world), cut: () => this.engines.cut(), ...publishers(() => this.exportFolder).ways, staging: new StagingRemover(this.dataFolder), daemon: privateEngine },
      goals: goalReaders({ journal: this.journal, readers: this.readers, privateEngine, dataFolder: this.dataFolder }),
    });
  }

  /** As the usual user of a guest, or as the one that is given: an image may be made for another. */
  static async prepared(folder: string, seat: string, user?: WorkerSpec['user']): Promise<EngineWorker> {
    const worker = new EngineWorker(folder);
    const image = valueOf(await buildSampleImage(worker, worker.endpoint, examplesFolder, () => undefined, new AbortController().signal));
    const resources = { cpuMilli: 1000, memoryBytes: 128 * 1024 * 1024, pids: 64 };
    worker.id = valueOf(await requestWorker(worker.journal, worker.reader, { endpoint: worker.endpoint, seat, image, resources, network: 'none', artifacts: [], argv: ['harness'] }));
    if (user) worker.id = worker.#asked(worker.binding.spec, user);
    valueOf(await prepare(worker, worker.id));
    return worker;
  }

  #asked(spec: WorkerSpec, user: WorkerSpec['user']): BindingId {
    const binding = bindingIdSchema.parse(randomBytes(16).toString('hex'));
    const value = { ...spec, user, generation: spec.generation + 1 };
    this.journal.append({ actor: operator, about: { kind: 'binding', engine: spec.engine, seat: spec.seat, binding }, body: { kind: 'observation', fact: 'requested', value, source: 'a test' } });
    return binding;
  }

  get reader(): EngineReader {
    return this.readers.at(this.endpoint);
  }

  get binding(): Binding {
    return bindingOf(this, this.id);
  }

  get container(): string {
    return this.binding.resources.container.present?.value.id ?? '';
  }

  /** Takes back what was created and lets go of everything. */
  async close(): Promise<void> {
    for (const step of ['stop_container', 'remove_container', 'remove_work', 'remove_state'] as const) await runTeardownStep(this, this.id, step);
    this.engines.close();
    this.#closeLedger();
  }
}

export function valueOf<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Error(`${result.refusal.code}: ${result.refusal.says}`);
}
