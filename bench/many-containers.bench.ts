import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointSchema, type Endpoint } from '../shared/ids.ts';
import { sampleImage, valueOf } from '../test/support/sample-worker.ts';
import { pagesOf } from '../test/e2e/pages/pages.ts';
import { against, atLeast, within, type Bench, type BenchContext, type BenchRow } from './table.ts';
import { openBenchHost } from './support/bench-host.ts';
import { DockerCommand } from './support/docker-command.ts';
import { EngineApi } from './support/engine-api.ts';
import { openConsole } from './support/long-console.ts';
import { millisecondsOf, pairsOf } from './support/pairs.ts';
import { percentile } from './support/percentile.ts';

const containers = 1000;
const eventsPerSecond = 200;
const probes = 40;
const lanes = 4;

const bench: Bench = async (context) => {
  if (context.engine === null || !DockerCommand.isThere()) return [];
  const strangers = await Strangers.make(context, containers);
  try {
    return [await firstList(context), ...(await eventToRow(context, strangers))];
  } finally {
    await strangers.remove();
  }
};

export default bench;

/** Somebody else's containers, which are renamed to make the engine tell of something. */
class Strangers {
  readonly #endpoint: Endpoint;
  readonly #api: EngineApi;
  readonly #ids: readonly string[];
  #renamed = 0;

  private constructor(endpoint: Endpoint, api: EngineApi, ids: readonly string[]) {
    this.#endpoint = endpoint;
    this.#api = api;
    this.#ids = ids;
  }

  static async make({ engine, folder }: BenchContext, count: number): Promise<Strangers> {
    const host = openBenchHost(path.join(folder, 'maker'));
    const endpoint = endpointSchema.parse(engine);
    valueOf(await host.requests.addEndpoint({ path: endpoint }));
    const image = await sampleImage(host, endpoint);
    host.close();
    const api = new EngineApi(endpoint);
    const ids: string[] = [];
    const spent = await millisecondsOf(async () => {
      while (ids.length < count) ids.push((JSON.parse(await api.post(`/containers/create?name=stranger-${ids.length}`, { Image: image.id })) as { readonly Id: string }).Id);
    });
    process.stdout.write(`${count} containers made in ${(spent / 1000).toFixed(0)} s\n`);
    return new Strangers(endpoint, api, ids);
  }

  rename(id: string | undefined, name: string): Promise<string> {
    return renameBy(this.#api, id, name);
  }

  get first(): string | undefined {
    return this.#ids[0];
  }

  /** Renames at that rate until it is told to stop; answers the rate it came to. Several at once: an engine takes a few milliseconds for each. */
  async keepTelling(perSecond: number, stop: AbortSignal): Promise<number> {
    const begun = performance.now();
    const lane = async (first: number): Promise<void> => {
      const api = new EngineApi(this.#endpoint);
      for (let count = first; !stop.aborted; count += lanes) {
        await sleep(Math.max(0, begun + (count * 1000) / perSecond - performance.now()));
        this.#renamed += 1;
        await renameBy(api, this.#ids[1 + (this.#renamed % (this.#ids.length - 1))], `other-${this.#renamed}`);
      }
      api.close();
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    return (this.#renamed / (performance.now() - begun)) * 1000;
  }

  async remove(): Promise<void> {
    for (const id of this.#ids) await this.#api.delete(`/containers/${id}?force=true`);
    this.#api.close();
  }
}

async function firstList({ engine, folder }: BenchContext): Promise<BenchRow> {
  const endpoint = endpointSchema.parse(engine);
  const docker = new DockerCommand(endpoint, folder);
  const host = openBenchHost(path.join(folder, 'lister'));
  try {
    valueOf(await host.requests.addEndpoint({ path: endpoint }));
    const samples = await pairsOf(
      () => millisecondsOf(async () => { valueOf(await host.requests.listEnvironments({ endpoint })); }),
      () => millisecondsOf(() => docker.list()),
    );
    return against({ name: `list ${containers.toLocaleString('en')} containers / docker ps -a`, unit: 'ms', ...samples, maxRatio: 1.2 });
  } finally {
    host.close();
  }
}

/** From the engine's answer to a rename to the frame that shows the new name in the window's list. */
async function eventToRow(context: BenchContext, strangers: Strangers): Promise<readonly BenchRow[]> {
  const { app, page } = await openConsole(context, path.join(context.folder, 'data'));
  const { frame, environments } = pagesOf(page);
  const stop = new AbortController();
  try {
    await frame.go('Environments');
    await environments.add(context.engine as Endpoint);
    await environments.engine((context.engine ?? '').replace('unix://', '')).click();
    await strangers.rename(strangers.first, 'probe-begin');
    await page.getByRole('searchbox', { name: 'Search environments' }).fill('probe-');
    await environments.container(/probe-begin/).waitFor();
    const rate = strangers.keepTelling(eventsPerSecond, stop.signal);
    const taken: number[] = [];
    for (let number = 0; number < probes; number += 1) {
      const name = `probe-${number}`;
      const shown = environments.containers.evaluate(untilItSays, name);
      await strangers.rename(strangers.first, name);
      const answered = Date.now();
      taken.push((await shown) - answered);
    }
    stop.abort();
    process.stdout.write(`half within ${percentile(taken, 50).toFixed(0)} ms\n`);
    const told = atLeast({ name: 'events told meanwhile / what they are to be', unit: 'events/s', ours: [await rate], reference: [eventsPerSecond], minRatio: 0.95 });
    return [told, within({ name: `p95 from an event to its row, ${containers.toLocaleString('en')} containers`, unit: 'ms', ours: [percentile(taken, 95)], limit: 150 })];
  } finally {
    stop.abort();
    await app.close();
  }
}

/** In the page: when the list shows that name, by the clock of the machine. */
async function untilItSays(list: Element, name: string): Promise<number> {
  while (!list.textContent.includes(name)) await new Promise(requestAnimationFrame);
  return Date.now();
}

const renameBy = (api: EngineApi, id: string | undefined, name: string): Promise<string> => api.post(`/containers/${id}/rename?name=${name}`);
