import { randomInt } from 'node:crypto';
import path from 'node:path';
import { permitFrom } from '../../../electron/host/approvals/check-approval.ts';
import type { KeyRing } from '../../../electron/host/approvals/key-ring.ts';
import { publishers } from '../../../electron/host/artifacts/publish-file.ts';
import { StagingRemover } from '../../../electron/host/projection/staging-remover.ts';
import type { Answer } from '../../../electron/host/attempts/answer.ts';
import type { AttemptOutcome, AttemptRequest } from '../../../electron/host/attempts/attempts.ts';
import { closeAttempt, closingSubject } from '../../../electron/host/attempts/close-attempts.ts';
import type { EffectToken } from '../../../electron/host/attempts/effect-token.ts';
import { lookForLateEffects } from '../../../electron/host/attempts/late-effects.ts';
import type { EngineMutations } from '../../../electron/host/attempts/mutations.ts';
import { RunAttempts } from '../../../electron/host/attempts/run-attempts.ts';
import { usualDeadlines, type Deadlines } from '../../../electron/host/engine/deadlines.ts';
import { createDockerEngines, type DockerEngines } from '../../../electron/host/engine/docker-engines.ts';
import { PrivateEngine } from '../../../electron/host/engine/private-engine.ts';
import { goalReaders } from '../../../electron/host/goal-readers.ts';
import type { Ledger } from '../../../electron/host/ledger/ledger.ts';
import { openLedger } from '../../../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../../../electron/host/ledger/sqlite-journal.ts';
import { bindingOf } from '../../../electron/host/placement/prepare.ts';
import { ownerOf, resourceRef } from '../../../electron/host/placement/worker-refs.ts';
import type { Binding } from '../../../shared/binding.ts';
import type { BlockerReading } from '../../../shared/inbox-items.ts';
import type { AttemptId, BindingId, Endpoint } from '../../../shared/ids.ts';
import { resourceLabels } from '../../../shared/naming.ts';
import { deadAddressOf, hostAddressOf } from '../../../shared/network-pool.ts';
import { operator, type Receipt } from '../../../shared/receipt.ts';
import type { ResourceRole } from '../../../shared/reference.ts';
import { aRequest, aWorkerSpec } from '../builders.ts';
import { EngineProxy } from '../engine-proxy.ts';
import { newAttempt, type EngineUnderTest } from '../engine-under-test.ts';
import { aKeyRing } from '../key-rings.ts';
import { removeFolder, temporaryFolder } from '../test-host.ts';
import type { Askable } from './schedule.ts';

/** Short, so that what never comes is not waited for long. An engine that is slower than this only leaves more unclear. */
const impatience = within(700);

function within(ms: number): Deadlines {
  return { ...usualDeadlines, readMs: ms, listMs: ms, changeMs: ms, stallMs: ms };
}

/** Long enough for an engine that has much else to do, where it matters that an answer comes. */
export const patience = within(5_000);

/** Beside those of other workers here and beside every pool that is in use anywhere else in these tests. */
const aSubnet = (): string => `10.222.${randomInt(256)}.${16 * randomInt(16)}/28`;

type Effect = (engine: EngineMutations, token: EffectToken) => Promise<Answer>;

/** What is really there of a worker. */
export type Truth = Awaited<ReturnType<FaultedWorker['truth']>>;

/** One worker with a network, a volume and a container, in a ledger of its own, on a real engine behind a proxy of its own. */
export class FaultedWorker {
  readonly proxy: EngineProxy;
  /** Told of every receipt that is durable. */
  onReceipt: (receipt: Receipt) => void = () => undefined;
  /** Why the last look at an attempt left it open. */
  readonly blockers = new Map<AttemptId, BlockerReading>();
  journal!: SqliteJournal;
  attempts!: RunAttempts;
  ledger!: Ledger;
  readonly #folder: string;
  readonly #dataFolder: string;
  readonly #engine: EngineUnderTest;
  readonly #keys: KeyRing;
  readonly #deadlines: Deadlines;
  readonly #id = newAttempt() as string as BindingId;
  #lastContainer = 'f'.repeat(64);
  #lastNetwork = 'f'.repeat(64);
  readonly #subnet = aSubnet();
  #engines!: DockerEngines;
  #closeLedger!: () => void;

  private constructor(folder: string, proxy: EngineProxy, engine: EngineUnderTest, { keys, deadlines }: { readonly keys: KeyRing; readonly deadlines: Deadlines }) {
    this.#folder = folder;
    this.#dataFolder = path.join(folder, 'data');
    this.proxy = proxy;
    this.#engine = engine;
    this.#keys = keys;
    this.#deadlines = deadlines;
    this.#open(deadlines);
    keys.enrol(this.journal);
    this.journal.append(aRequest(this.#id, aWorkerSpec({ endpoint: this.endpoint, engine: engine.engine, image: { reference: 'sample:1', id: engine.imageId as never }, resources: { cpuMilli: 500, memoryBytes: 64 << 20, pids: 50 } })));
  }

  static async begin(engine: EngineUnderTest, deadlines = impatience): Promise<FaultedWorker> {
    const folder = temporaryFolder();
    const proxy = await EngineProxy.start(path.join(folder, 'engine.sock'), engine.endpoint);
    return new FaultedWorker(folder, proxy, engine, { keys: await aKeyRing(), deadlines });
  }

  get endpoint(): Endpoint {
    return `unix://${this.proxy.path}` as Endpoint;
  }

  get binding(): Binding {
    return bindingOf(this, this.#id);
  }

  /** What is really there, read past the proxy. */
  async truth() {
    const { work, container, network } = this.binding.resources;
    const [volume, found, networks] = await Promise.all([this.#engine.reader.inspectVolume(work.name), this.#engine.reader.inspectContainer(container.name), this.#engine.reader.listNetworks()]);
    return { volume, container: found, network: networks.find(({ name }) => name === network.name) ?? null };
  }

  /** About the container and the network that are there, or else about those that were there last. */
  ask(operation: Askable, { container, network }: Pick<Truth, 'container' | 'network'>): Promise<AttemptOutcome> {
    const { work, network: own } = this.binding.resources;
    const id = (this.#lastContainer = container?.id ?? this.#lastContainer);
    const networkId = (this.#lastNetwork = network?.id ?? this.#lastNetwork);
    const startedBefore = container?.startedAt ?? '';
    const subnet = this.#subnet;
    const addresses = { subnet, host: hostAddressOf(subnet), dead: deadAddressOf(subnet) };
    switch (operation) {
      case 'create_network': return this.#run(operation, 'network', { name: own.name, ...addresses }, (engine, token) => engine.createNetwork(token, { name: own.name, ...addresses, labels: this.#labels('network', token) }));
      case 'create_volume': return this.#run(operation, 'work', { name: work.name }, (engine, token) => engine.createVolume(token, { name: work.name, labels: this.#labels('work', token) }));
      case 'create_container': return this.#run(operation, 'container', {}, (engine, token) => engine.createContainer(token, this.#containerRequest(token)));
      case 'start_container': return this.#run(operation, 'container', { container: id, startedBefore }, (engine, token) => engine.startContainer(token, id));
      case 'stop_container': return this.#run(operation, 'container', { container: id }, (engine, token) => engine.stopContainer(token, id, { seconds: 0 }));
      case 'remove_container': return this.#run(operation, 'container', { container: id }, (engine, token) => engine.removeContainer(token, id, 'unnamed_too'));
      case 'remove_network': return this.#run(operation, 'network', { network: networkId }, (engine, token) => engine.removeNetwork(token, networkId));
      case 'remove_volume': return this.#run(operation, 'work', { name: work.name }, (engine, token) => engine.removeVolume(token, work.name));
    }
  }

  async closeOpen(): Promise<void> {
    const { journal, attempts } = this;
    for (const open of journal.world.open.values()) {
      await closeAttempt({ journal, attempts, permit: permitFrom(journal), pauseMs: 0 }, open.id, this.#keys.sign('close_attempt', closingSubject(open)));
    }
  }

  lookForLateEffects(): Promise<void> {
    return lookForLateEffects(this, this.binding);
  }

  /** As another process would find it: everything is looked at. */
  async restart(deadlines = this.#deadlines): Promise<void> {
    this.#close();
    this.#open(deadlines);
    await this.attempts.reconcile();
  }

  async end(): Promise<void> {
    this.#close();
    // Nothing is there unless a promise was broken: then what is left must not meet another test.
    const { container, network, volume } = await this.truth();
    if (container) await this.#engine.raw('DELETE', `/containers/${container.id}?force=true`);
    if (network) await this.#engine.raw('DELETE', `/networks/${network.id}`);
    if (volume) await this.#engine.raw('DELETE', `/volumes/${volume.name}`);
    await this.proxy.stop();
    removeFolder(this.#folder);
  }

  #open(deadlines: Deadlines): void {
    const { ledger, close } = openLedger(this.#dataFolder);
    const engines = createDockerEngines(deadlines);
    const privateEngine = new PrivateEngine({ folder: path.join(this.#folder, 'engine') });
    this.ledger = ledger;
    this.journal = new SqliteJournal(ledger);
    this.journal.onAppend((receipt) => this.onReceipt(receipt));
    this.attempts = new RunAttempts({
      journal: this.journal,
      mutations: { engine: engines.mutations, cut: engines.cut, ...publishers(() => this.#folder).ways, staging: new StagingRemover(this.#dataFolder), daemon: privateEngine },
      goals: goalReaders({ journal: this.journal, readers: engines.readers, privateEngine, dataFolder: this.#dataFolder }),
      onLeftOpen: (attempt, why) => void this.blockers.set(attempt, why),
    });
    this.#engines = engines;
    this.#closeLedger = close;
  }

  #close(): void {
    this.#engines.close();
    this.#closeLedger();
  }

  #run(operation: Askable, role: ResourceRole, params: AttemptRequest['params'], effect: Effect): Promise<AttemptOutcome> {
    const request: AttemptRequest = { operation, about: resourceRef(this.binding, role), params, actor: operator, deadlineSeconds: 20 };
    return this.attempts.run(request, (mutations, token) => effect(mutations.engine(this.endpoint, this.#engine.engine), token));
  }

  #labels(role: ResourceRole, { attempt, epoch }: EffectToken) {
    const { installation } = this.journal.world;
    if (installation === null) throw new TypeError('the ledger has no first receipt');
    return resourceLabels(ownerOf(this.binding, installation), role, attempt, epoch);
  }

  #containerRequest(token: EffectToken) {
    return this.#engine.aRequest({ name: this.binding.resources.container.name, labels: this.#labels('container', token), tmpfs: [] });
  }
}
