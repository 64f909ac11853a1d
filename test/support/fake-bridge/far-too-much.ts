import type { EnvironmentRow } from '../../../shared/bridge-values.ts';
import { labelKeys } from '../../../shared/naming.ts';
import type { Endpoint, Seat } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { aSpec, Story } from './bindings.ts';
import { candidateEngine, imageOf, labEndpoint, labEngine, lostEngine, privateEngine, sampleImage, unusableContext } from './engines.ts';
import { manifestBytes } from './files.ts';
import { containerIdOf, digestOf, hex, type Clock } from './ids.ts';
import type { FakeWorker, Scene } from './scene.ts';

const workerCount = 500;
const containerCount = 1_000;
const receiptCount = 100_000;
const files = 10_000;
const manifest = { manifest: digestOf('manifest huge'), files, bytes: manifestBytes(files, true) };
const brokenDelivery = { ...manifest, matched: 9_984, differing: 11, missing: 5, result: digestOf('result huge') };
const longPart = 'keeper-of-the-extraordinarily-long-seat';
const longImage = 'registry.example.internal:5000/platform/agents/a-harness-with-a-really-long-repository-name:2026.03.04-nightly-build-1187';
const result = '/workspace/task/result.md';

/** Everything at once, with the longest names there can be, on a ledger that takes no writes. */
export function farTooMuch(clock: Clock): Scene {
  const workers = Array.from({ length: workerCount }, (_, index) => workerAt(index, clock));
  return {
    clock,
    engines: [labEngine, { ...labEngine, endpoint: 'unix:///srv/engines/a/very/long/path/to/another/socket/docker.sock' as Endpoint, label: 'build-02-with-a-name-that-goes-on-and-on.example.internal' }, privateEngine('running', true), lostEngine, candidateEngine],
    unusableContexts: Array.from({ length: 12 }, (_, at) => ({ ...unusableContext, file: unusableContext.file.replace('6b86b273', `6b86b27${at}`) })),
    images: new Map([[labEndpoint, [sampleImage, imageOf(longImage, 2_310_000_000), ...Array.from({ length: 240 }, (_, index) => imageOf(`team-${index % 12}/service-${index}:1.${index}`, 40_000_000 + index * 999_983))]]]),
    environments: new Map([[labEndpoint, manyEnvironments(workers)]]),
    workers: new Map(workers.map((worker) => [worker.story.binding.id, worker])),
    calling: new Set(),
    ledger: { size: receiptCount, writable: false, says: 'Another process holds the ledger for writing: effects are refused here.' },
    manifestFiles: files,
    longNames: true,
  };
}

function workerAt(index: number, clock: Clock): FakeWorker {
  const seat = (index % 7 === 1 ? `${longPart}-${index}`.slice(0, 40) + `@${longPart.slice(0, 40)}` : `worker-${index}@team-${index % 12}`) as Seat;
  const artifacts = Array.from({ length: index % 7 === 1 ? 40 : 1 }, (_, at) => ({ path: at === 0 ? result : `/workspace/task/${longPart}/${longPart}/part-${at}.json`, maxBytes: 10_000_000 }));
  const argv = index % 7 === 1 ? ['/opt/harness/bin/start', '--prompt', 'Read everything below /workspace/task, then write what you found. '.repeat(12).trim(), ...Array.from({ length: 30 }, (_, at) => `--flag-${at}=${hex(String(at), 24)}`)] : ['/usr/local/bin/sample-harness'];
  const story = new Story(`big ${index}`, clock, aSpec({ seat, artifacts, argv, image: index % 7 === 1 ? { reference: longImage, id: imageOf(longImage, 1).id } : { reference: sampleImage.tags[0] ?? '', id: sampleImage.id } }));
  switch (index % 7) {
    case 0: return { story: story.prepared().staged(manifest).delivered(brokenDelivery).launched() };
    case 1: return { story: story.prepared().staged(manifest).launched().exited(1).launched().exited(0) };
    case 2: return { story: unconfirmedRemoval(story) };
    case 3: return { story: story.prepared().launched().exited(0).exported(result, { outcome: 'refused', says: 'the path is a link that leads out of the workspace' }), reachable: false };
    case 4: return { story: refusedCreation(story) };
    case 5: return { story: changedContainer(story), seen: { container: { kind: 'unreadable', refusal: refusal('engine_unreachable', 'lab-engine gave no answer for 12 s.', 'Start the engine, then look again.') } } };
    default: return { story: removedWhole(story) };
  }
}

function unconfirmedRemoval(story: Story): Story {
  story.prepared().launched().exited(0).exported(result, { outcome: 'already_there', digest: digestOf('r'), bytes: 8_412, destination: `/home/operator/Exports/${longPart}/${longPart}/result.md` });
  story.attempt('remove_container', story.resourceRef('container'), 'open');
  return story;
}

function refusedCreation(story: Story): Story {
  story.created('work');
  story.attempt('create_volume', story.resourceRef('state'), 'refused');
  return story;
}

function changedContainer(story: Story): Story {
  return story.prepared().launched().exited(0).exported(result, { outcome: 'nothing', says: 'there is no file at this path in the guest' });
}

function removedWhole(story: Story): Story {
  story.prepared();
  for (const role of ['container', 'work', 'state'] as const) story.removed(role);
  return story;
}

function manyEnvironments(workers: readonly FakeWorker[]): readonly EnvironmentRow[] {
  return Array.from({ length: containerCount }, (_, index) => {
    const owner = workers[index * 3]?.story.binding;
    const ours = owner !== undefined && index % 3 === 0;
    return {
      id: containerIdOf(`many ${index}`), name: index % 11 === 0 ? `${longPart}-${longPart}-${index}` : `service-${index}`, image: index % 5 === 0 ? longImage : 'debian:12-slim', imageId: digestOf('x'),
      state: (['running', 'exited', 'paused', 'restarting', 'dead', 'created'] as const)[index % 6] ?? 'running', status: ['Up 3 days', 'Exited (0) 2 hours ago', 'Up 1 day (Paused)', 'Restarting (1) 4 seconds ago', 'Dead', 'Created'][index % 6] ?? '',
      createdSeconds: 1_772_000_000 + index, labels: index % 50 === 7 ? { [labelKeys.binding]: hex('stranger', 32) } : {}, volumes: [], networks: [], ports: [], custody: ours ? 'ours' as const : index % 7 === 0 ? 'attachable' as const : 'other' as const,
      ...(ours && { owner: { binding: owner.id, seat: owner.spec.seat } }), claims: index % 50 === 7,
    };
  });
}
