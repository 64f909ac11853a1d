import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointSchema, type BindingId, type Endpoint } from '../../shared/ids.ts';
import { EngineProxy, type Fault } from './engine-proxy.ts';
import { HostProcess } from './host-process.ts';
import { folded, until, view } from './sample-worker.ts';
import { openTestHost, removeFolder, temporaryFolder, testEngine, type TestHost } from './test-host.ts';

/** Time for what has met its fault to take effect on the engine. */
const settleMs = 300;

/** A console before a real engine that is watched: killed with SIGKILL in the middle of a call, and opened again on its folder. */
export class KilledConsole {
  readonly data = temporaryFolder();
  readonly proxy: EngineProxy;
  #open: TestHost | undefined;
  #changesBefore = 0;

  private constructor(proxy: EngineProxy) {
    this.proxy = proxy;
  }

  static async begin(): Promise<KilledConsole> {
    return new KilledConsole(await EngineProxy.start(path.join(temporaryFolder(), 'engine.sock'), testEngine()));
  }

  get endpoint(): Endpoint {
    return endpointSchema.parse(`unix://${this.proxy.path}`);
  }

  /** In this process, as long as none of its own is to be killed. */
  get host(): TestHost {
    return (this.#open ??= openTestHost(this.data));
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  /** Kills it while the call whose request line matches is under way, once what is awaited of that call is so. */
  async killDuring(request: RegExp, fault: Fault, start: (child: HostProcess) => void, isSo: () => boolean = () => true): Promise<TestHost> {
    const child = await this.#handOver();
    const met = this.proxy.plan(request, fault);
    start(child);
    await met;
    await sleep(settleMs);
    await until('what it is killed at', isSo);
    await child.kill();
    // Its connections end with it; where the engine acts and only its answer is held, it goes on.
    if (fault.kind === 'stall_request') this.proxy.hangUp();
    return this.host;
  }

  async killAt(moment: string, start: (child: HostProcess) => void): Promise<TestHost> {
    const child = await this.#handOver();
    await child.arm({ at: moment, side: 'after' });
    start(child);
    await child.ended;
    return this.host;
  }

  /** How often the engine was asked for a change since the console that was killed had begun, whatever it answered. */
  asked(request: RegExp): number {
    return this.proxy.changes.slice(this.#changesBefore).filter(({ line, reached }) => reached && request.test(line)).length;
  }

  async settledOpen(binding: BindingId): Promise<void> {
    await until('its open attempts are looked at', async () => (await folded(this.host, binding)).open.length === 0);
  }

  /** The engine was reached again, and asked what became of what is open. */
  async lookedAgain(binding: BindingId): Promise<void> {
    await until('the engine was reached', async () => (await view(this.host, binding)).engine.now === 'itself');
    await this.host.requests.lookAgain({ binding });
  }

  async end(): Promise<void> {
    this.close();
    await this.proxy.stop();
    removeFolder(this.data);
  }

  async #handOver(): Promise<HostProcess> {
    this.close();
    this.#changesBefore = this.proxy.changes.length;
    return HostProcess.start(this.data);
  }
}
