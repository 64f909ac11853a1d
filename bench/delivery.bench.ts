import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BindingId, Digest } from '../shared/ids.ts';
import { guest } from '../shared/worker-spec.ts';
import { folded, valueOf } from '../test/support/sample-worker.ts';
import { against, type Bench, type BenchRow } from './table.ts';
import { openBenchHost, type BenchHost } from './support/bench-host.ts';
import { BenchWorkers } from './support/bench-workers.ts';
import { DockerCommand, hashAllBelow, settleDisk } from './support/docker-command.ts';
import { makeFileTree } from './support/file-tree.ts';
import { millisecondsOf, roundsOf } from './support/pairs.ts';

const tree = { files: 1000, bytes: 200_000_000 };
const big = `${guest.work}/results/big.bin`;

const bench: Bench = async ({ engine, folder }) => {
  if (engine === null || !DockerCommand.isThere()) return [];
  const host = openBenchHost(path.join(folder, 'data'));
  const workers = new BenchWorkers(host, engine);
  const means: Means = { host, workers, folder, docker: new DockerCommand(engine, folder), tree: path.join(folder, 'tree') };
  makeFileTree(means.tree, tree);
  try {
    return [...(await deliveryRows(means)), await exportRow(means)];
  } finally {
    workers.close();
    host.close();
  }
};

export default bench;

interface Means {
  readonly host: BenchHost;
  readonly workers: BenchWorkers;
  readonly docker: DockerCommand;
  readonly folder: string;
  readonly tree: string;
}

/** Milliseconds until the bytes were there, and until they had been read back as well. */
interface Delivered {
  readonly there: number;
  readonly verified: number;
}

async function deliveryRows(means: Means): Promise<readonly BenchRow[]> {
  const there = { ours: [] as number[], reference: [] as number[] };
  const verified = await roundsOf(async () => {
    const ours = await deliverByConsole(means);
    const reference = await deliverByCommand(means);
    there.ours.push(ours.there);
    there.reference.push(reference.there);
    return { ours: ours.verified, reference: reference.verified };
  });
  const samples = { ours: there.ours.slice(1), reference: there.reference.slice(1) };
  return [
    against({ name: 'deliver 1,000 files, 200 MB / docker cp in', unit: 'ms', ...samples, maxRatio: 1.2 }),
    against({ name: 'the same, read back / docker cp in, out, sha256sum', unit: 'ms', ...verified, maxRatio: 1.2 }),
  ];
}

async function deliverByConsole({ host, workers, tree: source }: Means): Promise<Delivered> {
  const binding = await workers.prepare();
  const manifest = await stage(host, binding, source);
  await settleDisk();
  const before = host.appends.length;
  const begun = performance.now();
  valueOf(await host.requests.deliver({ binding, manifest }));
  const ended = await host.ended(binding, 'Delivering');

  const delivered = (await folded(host, binding)).projections.at(-1)?.delivered?.value;
  if (delivered?.matched !== tree.files) throw new TypeError(`${delivered?.matched ?? 0} files were read back as delivered`);
  await workers.remove(binding);
  // The intent's receipt, then the settlement's: with it the bytes are in the guest.
  return { there: (host.appends[before + 1] ?? Number.NaN) - begun, verified: ended - begun };
}

async function stage(host: BenchHost, binding: BindingId, source: string): Promise<Digest> {
  host.answers.folder = source;
  const selection = valueOf(await host.requests.chooseSources({ kind: 'folder' }));
  return valueOf(await host.requests.stageSelection({ binding, selection: selection?.selection ?? '', class: 'context' }));
}

async function deliverByCommand({ workers, docker, folder, tree: source }: Means): Promise<Delivered> {
  const binding = await workers.prepare();
  const container = await workers.containerOf(binding);
  const out = freshFolder(folder, 'out');
  await settleDisk();
  const there = await millisecondsOf(() => docker.copy(`${source}/.`, `${container}:${guest.task}`));
  const back = await millisecondsOf(async () => {
    await docker.copy(`${container}:${guest.task}`, out);
    await hashAllBelow(out);
  });
  await workers.remove(binding);
  return { there, verified: there + back };
}

/** One file of the same size, out of a worker that has not started. */
async function exportRow(means: Means): Promise<BenchRow> {
  const { host, workers, docker, folder } = means;
  const binding = await workers.prepare([{ path: big, maxBytes: 2 * tree.bytes }]);
  const container = await workers.containerOf(binding);
  const one = freshFolder(folder, 'one');
  makeFileTree(one, { files: 1, bytes: tree.bytes });
  await docker.copy(path.join(one, 'part-0/file-0.bin'), `${container}:${big}`);
  const samples = await roundsOf(async () => ({ ours: await exportByConsole(host, binding, folder), reference: await exportByCommand(docker, container, folder) }));
  await workers.remove(binding);
  return against({ name: 'export 200 MB with its hash / docker cp out, sha256sum', unit: 'ms', ...samples, maxRatio: 1 });
}

async function exportByConsole(host: BenchHost, binding: BindingId, folder: string): Promise<number> {
  host.answers.folder = freshFolder(folder, 'exports');
  valueOf(await host.requests.chooseExportFolder({}));
  await settleDisk();
  return millisecondsOf(async () => {
    const { outcome } = valueOf(await host.requests.exportArtifact({ binding, path: big }));
    if (outcome !== 'published') throw new TypeError(`the export was not published but ${outcome}`);
  });
}

async function exportByCommand(docker: DockerCommand, container: string, folder: string): Promise<number> {
  const out = freshFolder(folder, 'out');
  await settleDisk();
  return millisecondsOf(async () => {
    await docker.copy(`${container}:${big}`, path.join(out, 'big.bin'));
    await hashAllBelow(out);
  });
}

function freshFolder(folder: string, name: string): string {
  const fresh = path.join(folder, name);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh);
  return fresh;
}
