import { endpointSchema, type BindingId } from '../shared/ids.ts';
import { guest, type ImageChoice, type LaunchRequest } from '../shared/worker-spec.ts';
import { folded, launchSample, sampleHarness, sampleImage, until, valueOf } from '../test/support/sample-worker.ts';
import { against, type Bench } from './table.ts';
import { openBenchHost, type BenchHost } from './support/bench-host.ts';
import { EngineApi } from './support/engine-api.ts';
import { millisecondsOf, pairsOf } from './support/pairs.ts';
import { removeWorker, StraightWorker } from './support/straight-worker.ts';

const request: LaunchRequest = { argv: [sampleHarness, '--steps', '1', '--pause', '0'], workingDirectory: guest.task, environmentNames: [] };

const bench: Bench = async ({ engine, folder }) => {
  if (engine === null) return [];
  const host = openBenchHost(folder);
  const api = new EngineApi(engine);
  try {
    const worker = await sampleWorkers(host, engine);
    const samples = await pairsOf(() => throughTheConsole(host, api, worker), () => straight(host, api, worker.latest()));
    if (host.faults.length > 0) throw host.faults[0];
    return [against({ name: 'prepare and launch / the same straight through the API', unit: 'ms', ...samples, maxRatio: 1.1 })];
  } finally {
    api.close();
    host.close();
  }
};

export default bench;

interface SampleWorkers {
  next(): Parameters<BenchHost['requests']['prepareWorker']>[0];
  note(binding: BindingId): void;
  latest(): BindingId;
}

async function sampleWorkers(host: BenchHost, engine: string): Promise<SampleWorkers> {
  const endpoint = endpointSchema.parse(engine);
  valueOf(await host.requests.addEndpoint({ path: engine }));
  const image: ImageChoice = await sampleImage(host, endpoint);
  const bindings: BindingId[] = [];
  return {
    next: () => ({ endpoint, image, seat: `bench-${bindings.length}`, artifacts: [], network: 'none', resources: { cpuMilli: 500, memoryBytes: 64 * 1024 * 1024, pids: 64 }, argv: request.argv }),
    note: (binding) => void bindings.push(binding),
    latest: () => bindings.at(-1) ?? ('' as BindingId),
  };
}

/** From the operator's first click to the note that the main process runs; what is read in the guest afterwards is not waited for. */
async function throughTheConsole(host: BenchHost, api: EngineApi, workers: SampleWorkers): Promise<number> {
  const begun = performance.now();
  const { binding } = valueOf(await host.requests.prepareWorker(workers.next()));
  await host.ended(binding, 'Preparing');
  const answer = launchSample(host, binding, request.argv);
  const ended = await host.ended(binding, 'Launching');

  valueOf(await answer);
  workers.note(binding);
  await until('its end is noted', async () => (await folded(host, binding)).executions.at(-1)?.process?.value.state === 'exited');
  await removeWorker(api, await folded(host, binding));
  return ended - begun;
}

async function straight(host: BenchHost, api: EngineApi, like: BindingId): Promise<number> {
  const worker = await StraightWorker.like(await folded(host, like), api, request);
  const took = await millisecondsOf(() => worker.prepareAndLaunch());
  await worker.remove();
  return took;
}
