import type { EnvironmentRow } from '../../../shared/bridge-values.ts';
import type { Seat } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { aSpec, Story } from './bindings.ts';
import { candidateEngine, imageOf, labEndpoint, labEngine, lostEngine, unusableContext, privateEngine, sampleImage } from './engines.ts';
import { manifestBytes } from './files.ts';
import { clockFrom, containerIdOf, digestOf, type Clock } from './ids.ts';
import type { FakeWorker, Scene, SceneName } from './scene.ts';
import { farTooMuch } from './far-too-much.ts';

export function aScene(name: SceneName, startMilliseconds: number): Scene {
  switch (name) {
    case 'empty': return emptyScene(clockFrom(startMilliseconds));
    case 'ordinary': return ordinaryScene(clockFrom(startMilliseconds));
    case 'far-too-much': return farTooMuch(clockFrom(startMilliseconds));
  }
}

/** A first start: nothing was done, and no engine was found. */
function emptyScene(clock: Clock): Scene {
  return {
    clock, engines: [], unusableContexts: [], images: new Map(), environments: new Map(), workers: new Map(), calling: new Set(),
    ledger: { size: 1, writable: true, says: '1 receipt, writable' }, manifestFiles: 3, longNames: false,
  };
}

const files = 7;
const manifest = { manifest: digestOf('manifest ordinary'), files, bytes: manifestBytes(files, false) };
const wholeDelivery = { ...manifest, matched: files, differing: 0, missing: 0, result: digestOf('result ordinary') };
const result = '/workspace/task/result.md';
const published = { outcome: 'published' as const, digest: digestOf('result.md'), bytes: 8_412, destination: '/home/operator/Exports/reviewer-at-atlas/result.md' };

const workerOf = (seat: string, clock: Clock): Story => new Story(seat, clock, aSpec({ seat: seat as Seat }));

function ordinaryScene(clock: Clock): Scene {
  const workers = ordinaryWorkers(clock);
  const environments = [...environmentsOf(workers), ...others];
  return {
    clock,
    engines: [labEngine, privateEngine('stopped'), lostEngine, candidateEngine],
    unusableContexts: [unusableContext],
    images: new Map([[labEndpoint, [sampleImage, imageOf('debian:12-slim', 74_800_000), imageOf('postgres:16', 431_000_000)]]]),
    environments: new Map([[labEndpoint, environments]]),
    workers: new Map(workers.map((worker) => [worker.story.binding.id, worker])),
    calling: new Set(),
    ledger: { size: clock.size(), writable: true, says: `${clock.size()} receipts, writable` },
    manifestFiles: files,
    longNames: false,
  };
}

/** One worker for each thing that can be the matter. */
function ordinaryWorkers(clock: Clock): readonly FakeWorker[] {
  const finished = workerOf('writer@atlas', clock).prepared().staged(manifest).delivered(wholeDelivery).launched().exited(0).exported(result, published);
  finished.attempt('stop_container', finished.resourceRef('container'), 'no_op');
  finished.removed('container');
  const gone = workerOf('scout@atlas', clock).prepared().launched().exited(0).exported(result, published);
  for (const role of ['container', 'work', 'state'] as const) gone.removed(role);
  const unconfirmed = workerOf('migrator@harbor', clock).prepared().launched().exited(0).exported(result, published);
  unconfirmed.attempt('stop_container', unconfirmed.resourceRef('container'), 'no_op');
  unconfirmed.attempt('remove_container', unconfirmed.resourceRef('container'), 'open');
  const half = workerOf('triage@harbor', clock).created('work').created('state');
  half.attempt('create_container', half.resourceRef('container'), 'open');
  const changed = workerOf('auditor@harbor', clock).prepared().launched().exited(137, true).exported(result, { outcome: 'nothing', says: 'there is no file at this path in the guest' });
  return [
    { story: workerOf('reviewer@atlas', clock).prepared().staged(manifest).delivered(wholeDelivery).launched() },
    { story: workerOf('builder@atlas', clock).prepared().staged(manifest) },
    { story: half },
    { story: workerOf('tester@atlas', clock).prepared() },
    { story: unconfirmed },
    { story: changed, seen: { container: { kind: 'differs', refusal: refusal('identity_changed', 'The container of this name was made at another time than ours.', 'It is left alone; look at the engine for who made it.') } } },
    { story: finished },
    { story: workerOf('runner@atlas', clock).prepared().launched().exited(0) },
    { story: gone },
  ];
}

/** The containers of these workers as the engine lists them. */
export function environmentsOf(workers: readonly FakeWorker[]): readonly EnvironmentRow[] {
  return workers.flatMap(({ story: { binding } }): readonly EnvironmentRow[] => {
    const { container } = binding.resources;
    if (!container.present || container.absent) return [];
    const running = binding.executions.at(-1)?.process?.value.state === 'running';
    return [{
      id: container.present.value.id, name: container.name, image: binding.spec.image.reference, imageId: binding.spec.image.id, state: running ? 'running' : 'exited', status: running ? 'Up 4 minutes' : 'Exited (0) 9 minutes ago',
      createdSeconds: 1_772_632_000, labels: {}, volumes: [binding.resources.work.name, binding.resources.state.name], networks: [], ports: [], custody: 'ours', owner: { binding: binding.id, seat: binding.spec.seat }, claims: false,
    }];
  });
}

export const otherContainer = (name: string, image: string, change: Partial<EnvironmentRow> = {}): EnvironmentRow => ({
  id: containerIdOf(`other ${name}`), name, image, imageId: digestOf(`image ${image}`), state: 'running', status: 'Up 3 days', createdSeconds: 1_772_300_000, labels: {}, volumes: [], networks: [], ports: [], custody: 'other', claims: false, ...change,
});

const others = [
  otherContainer('postgres-main', 'postgres:16', { why: ['it belongs to the Compose project “shop”', 'ports of the machine lead to it: 5432'], ports: [5432] }),
  otherContainer('notebook', 'jupyter/base-notebook:2026', { custody: 'attachable' }),
  otherContainer('npm-proxy', 'verdaccio/verdaccio:5', { state: 'paused', status: 'Up 3 days (Paused)' }),
  otherContainer('bw-stranger-container-1', 'debian:12-slim', { claims: true, state: 'exited', status: 'Exited (1) 2 days ago' }),
];
