import { setTimeout as sleep } from 'node:timers/promises';
import type { Binding } from '../../shared/binding.ts';
import type { Task, WorkerView } from '../../shared/bridge-values.ts';
import { endpointSchema, type BindingId, type Endpoint } from '../../shared/ids.ts';
import type { Refusal } from '../../shared/refusal.ts';
import type { Result } from '../../shared/result.ts';
import type { ImageChoice, NetworkChoice, WantedArtifact } from '../../shared/worker-spec.ts';
import { sampleArgv } from '../../electron/host/placement/sample-image.ts';
import type { TestHost } from './test-host.ts';

export const sampleHarness = sampleArgv[0] ?? '';
export const reportPath = '/workspace/results/report.md';

export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`${refusal.code}: ${refusal.says} ${refusal.todo}`);
    this.refusal = refusal;
  }
}

export function valueOf<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new RefusedError(result.refusal);
}

export const refusalOf = (result: Result<unknown>): Refusal | undefined => (result.ok ? undefined : result.refusal);

/** Waits for what a test promises will come; the message says what did not. */
export async function until<Value>(what: string, look: () => Promise<Value | undefined | false> | Value | undefined | false, withinSeconds = 30): Promise<Value> {
  const deadline = Date.now() + withinSeconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinSeconds} s`);
    await sleep(50);
  }
}

export const view = async ({ requests }: TestHost, binding: BindingId): Promise<WorkerView> => valueOf(await requests.openWorker({ binding }));
export const folded = async (host: TestHost, binding: BindingId): Promise<Binding> => (await view(host, binding)).binding;

export async function sampleImage({ requests }: TestHost, endpoint: Endpoint): Promise<ImageChoice> {
  const engine = valueOf(await requests.openEngine({ endpoint }));
  const present = engine.images.find(({ tags }) => tags.some((tag) => tag.startsWith('bailiwick/sample-worker')));
  return present ? { reference: present.tags[0] ?? present.id, id: present.id } : valueOf(await requests.buildSampleImage({ endpoint }));
}

export interface SampleChoice {
  readonly seat: string;
  readonly artifacts?: readonly WantedArtifact[];
  readonly network?: NetworkChoice;
}

/** Makes the endpoint known, asks for a sample worker there, and answers when its preparation has ended, however it ended. */
export async function requestSample(host: TestHost, socket: string, { seat, artifacts = [], network = 'none' }: SampleChoice): Promise<BindingId> {
  const endpoint = endpointSchema.parse(socket);
  valueOf(await host.requests.addEndpoint({ path: socket }));
  const image = await sampleImage(host, endpoint);
  const { binding } = valueOf(
    await host.requests.prepareWorker({ endpoint, seat, image, artifacts, network, resources: { cpuMilli: 500, memoryBytes: 64 * 1024 * 1024, pids: 64 }, argv: [sampleHarness, '--steps', '2', '--pause', '0'] }),
  );
  return binding;
}

export const preparationEnd = (host: TestHost, binding: BindingId): Promise<Task> =>
  until('the preparation ends', () => tasksOf(host).find((task) => task.binding === binding && task.label.startsWith('Preparing') && task.state !== 'running'));

export async function prepareSample(host: TestHost, socket: string, choice: SampleChoice): Promise<BindingId> {
  const binding = await requestSample(host, socket, choice);
  const end = await preparationEnd(host, binding);
  if (end.refusal) throw new RefusedError(end.refusal);
  return binding;
}

export const launchSample = (host: TestHost, binding: BindingId, argv: readonly string[] = [sampleHarness, '--steps', '2', '--pause', '0']) =>
  host.requests.launch({ binding, request: { argv: [...argv], workingDirectory: '/workspace/task', environmentNames: [] } });

export const processEnd = (host: TestHost, binding: BindingId) =>
  until('the main process ends', async () => {
    const process = (await folded(host, binding)).executions.at(-1)?.process?.value;
    return process?.state === 'exited' ? process : undefined;
  });

const tasksOf = ({ notices }: TestHost): readonly Task[] => notices.filter(({ notice }) => notice === 'taskChanged').map(({ payload }) => payload as Task);
