import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ledgerFile } from '../../../electron/host/ledger/open-ledger.ts';
import { allReceipts } from '../../../electron/host/ledger/receipt-pages.ts';
import type { BindingId, Endpoint } from '../../../shared/ids.ts';
import { labelKeys, type Labels } from '../../../shared/naming.ts';
import type { Operation } from '../../../shared/operations.ts';
import type { Decision, Disposition, Receipt } from '../../../shared/receipt.ts';
import type { ImageChoice } from '../../../shared/worker-spec.ts';
import { EngineProxy } from '../engine-proxy.ts';
import { EngineUnderTest } from '../engine-under-test.ts';
import type { Exchange } from '../exchange.ts';
import { HostProcess } from '../host-process.ts';
import { valueOf } from '../sample-worker.ts';
import { StandInRegistry } from '../stand-in-registry.ts';
import { openTestHost, removeFolder, temporaryFolder, testEngine, type TestHost } from '../test-host.ts';

export interface Told {
  readonly operation: Operation;
  readonly disposition: Disposition | 'open';
}

/** One data folder, on which consoles are opened, killed and opened again, before an engine that is watched. */
export class CrashLab {
  readonly folder = temporaryFolder();
  readonly data = path.join(this.folder, 'data');
  readonly exports = path.join(this.folder, 'exports');
  readonly proxy: EngineProxy;
  host: TestHost;
  image: ImageChoice | undefined;
  #registry: Promise<StandInRegistry> | undefined;
  #spare = HostProcess.spawn();

  private constructor(proxy: EngineProxy) {
    this.proxy = proxy;
    mkdirSync(this.exports);
    this.host = openTestHost(this.data);
  }

  static async open(): Promise<CrashLab> {
    const lab = new CrashLab(await EngineProxy.start(path.join(temporaryFolder(), 'engine.sock'), testEngine()));
    valueOf(await lab.host.requests.addEndpoint({ path: lab.endpoint }));
    lab.image = valueOf(await lab.host.requests.buildSampleImage({ endpoint: lab.endpoint }));
    lab.host.answers.folder = lab.exports;
    valueOf(await lab.host.requests.chooseExportFolder({}));
    return lab;
  }

  get endpoint(): Endpoint {
    return `unix://${this.proxy.path}` as Endpoint;
  }

  /** A registry that the engine can pull from: a stand-in. */
  registry(): Promise<StandInRegistry> {
    this.#registry ??= StandInRegistry.listen();
    return this.#registry;
  }

  /** Lets go of the folder and hands it to a console in a process of its own. */
  async handOver(): Promise<HostProcess> {
    this.host.close();
    const child = this.#spare;
    this.#spare = HostProcess.spawn();
    await child.open(this.data, this.exports);
    return child;
  }

  /** Opens the console again, and looks at everything that a process before it left open. */
  async restart(): Promise<void> {
    this.host = openTestHost(this.data);
    this.host.answers.folder = this.exports;
    for (const attempt of await this.openAttempts()) await this.host.requests.lookAgain({ attempt });
  }

  async openAttempts() {
    return (await this.host.requests.listInbox({})).flatMap((item) => (item.kind === 'attempt' ? [item.attempt] : []));
  }

  get size(): number {
    return this.#receipts().at(-1)?.seq ?? 0;
  }

  /** Every attempt since a receipt, in order, and how the ledger says that it ended. */
  toldSince(seq: number): readonly Told[] {
    const receipts = this.#receipts().filter((receipt) => receipt.seq > seq);
    return receipts.flatMap(({ body }): readonly Told[] => {
      if (body.kind !== 'intent') return [];
      const settlements = receipts.flatMap(({ body: other }) => (other.kind === 'settlement' && other.attempt === body.attempt ? [other.disposition] : []));
      if (settlements.length > 1) throw new Error(`${body.operation} was settled ${settlements.length} times`);
      return [{ operation: body.operation, disposition: settlements[0] ?? 'open' }];
    });
  }

  /** How often something was decided about a worker. */
  decisionsAbout(binding: BindingId, decision: Decision['decision']): number {
    return this.#decided(decision).filter(({ about }) => 'binding' in about && about.binding === binding).length;
  }

  decisions(decision: Decision['decision']): number {
    return this.#decided(decision).length;
  }

  exportedFiles(): readonly string[] {
    return readdirSync(this.exports, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async close(): Promise<void> {
    await this.#spare.kill();
    await this.host.requests.stopPrivateEngine({});
    this.host.close();
    await this.#takeBack();
    await this.proxy.stop();
    await (await this.#registry)?.close();
    removeFolder(this.folder);
  }

  /** What its workers have on the engine, by the label of this ledger. */
  async #takeBack(): Promise<void> {
    const engine = await EngineUnderTest.reach();
    const [first] = this.#receipts();
    const installation = first?.body.kind === 'observation' && first.body.fact === 'epoch' ? first.body.value.installation : undefined;
    const isOurs = ({ labels }: { readonly labels: Labels }): boolean => labels[labelKeys.installation] === installation;
    for (const { id } of (await engine.reader.listContainers()).filter(isOurs)) await engine.raw('DELETE', `/containers/${id}?force=true`);
    for (const { name } of (await engine.reader.listVolumes()).filter(isOurs)) await engine.raw('DELETE', `/volumes/${name}`);
    for (const { id } of (await engine.reader.listNetworks()).filter(isOurs)) await engine.raw('DELETE', `/networks/${id}`);
  }

  #decided(decision: Decision['decision']): readonly Receipt[] {
    return this.#receipts().filter(({ body }) => body.kind === 'decision' && body.decision === decision);
  }

  #receipts(): readonly Receipt[] {
    const db = new Database(ledgerFile(this.data), { readonly: true });
    try {
      return [...allReceipts(db)];
    } finally {
      db.close();
    }
  }
}

/** How often the engine was asked for each change, whatever it answered. Ids are left out. */
export function countsOf(changes: readonly Exchange[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const change of changes.filter(({ reached }) => reached)) counts[nameOf(change)] = (counts[nameOf(change)] ?? 0) + 1;
  return counts;
}

function nameOf({ line, body }: Exchange): string {
  const what = line.replace(/ HTTP\/1\.1$/, '').replaceAll(/[0-9a-f]{32,64}/g, '…').replaceAll(/bw-[^/?&]*?-(work|state|container|network)-1-…/g, '$1');
  const volume = /"Name":"bw-[^"]*-(work|state)-\d+-/.exec(body)?.[1];
  return volume === undefined ? what : `${what} ${volume}`;
}
