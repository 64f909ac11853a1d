import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportArtifact } from '../../electron/host/artifacts/export-artifact.ts';
import { listGuestFiles } from '../../electron/host/artifacts/list-guest-files.ts';
import { previewGuestFile } from '../../electron/host/artifacts/preview-guest-file.ts';
import { launch } from '../../electron/host/execution/launch.ts';
import { EngineWorker, valueOf } from '../support/engine-worker.ts';
import { guestSays } from '../support/guest-says.ts';
import { removeFolder, temporaryFolder } from '../support/test-host.ts';

const folder = temporaryFolder();
let worker: EngineWorker;

/** A worker that leaves good and hostile results, and runs until its stop is asked for. */
const script = `cd /workspace/results
printf 'a report' > report.md
: > empty
head -c 3000000 /dev/zero > big
mkdir -p deep/er 'odd name' && printf deep > deep/er/file && printf odd > 'odd name/é?.md' && printf x > 'back\\slash' && printf x > a:b.csv
mkdir "$(printf 'caf\\351')" && printf 'no text' > "$(printf 'caf\\351/a\\377')"
printf secret > /state/home/private
ln -s /state/home/private link
ln -s /state/home linked
ln -s ../../etc/passwd climb
ln report.md second-name
mkfifo pipe 2>/dev/null
echo ready
trap 'exit 0' TERM
while :; do sleep 1; done`;

beforeAll(async () => {
  worker = await EngineWorker.prepared(folder, `artifacts@t${process.pid}`);
  valueOf(await launch(worker, worker.id, { argv: ['sh', '-c', script], workingDirectory: '/workspace/task', environmentNames: [] }));
  await guestSays(worker, 'ready');
});

afterAll(async () => {
  await worker.close();
  removeFolder(folder);
});

const exported = (name: string, maxBytes = 10_000_000) => exportArtifact(worker, worker.id, { path: `/workspace/results/${name}`, maxBytes, exportFolder: worker.exportFolder });
const outcome = async (name: string, maxBytes?: number) => valueOf(await exported(name, maxBytes)).outcome;

describe('on a real engine, results', () => {
  test('come out with exactly their bytes, also deep ones, odd ones and second names', async () => {
    for (const [name, content] of [['report.md', 'a report'], ['empty', ''], ['deep/er/file', 'deep'], ['odd name/é?.md', 'odd'], ['second-name', 'a report']] as const) {
      const value = valueOf(await exported(name));
      if (value.outcome !== 'published') throw new Error(`${name}: ${value.outcome}`);
      expect(readFileSync(value.destination, 'utf8')).toBe(content);
      expect(path.resolve(value.destination).startsWith(worker.exportFolder)).toBe(true);
    }
    expect(valueOf(await exported('big'))).toMatchObject({ outcome: 'published', bytes: 3_000_000 });
  });

  test('are not published twice: the same bytes again are there already', async () => {
    expect(await outcome('report.md')).toBe('already_there');
  });

  test('B14 109: links, folders, pipes and what lies behind a linked folder stay in the guest', async () => {
    const before = readdirSync(worker.exportFolder, { recursive: true }).length;

    expect(await exported('link')).toMatchObject({ value: { outcome: 'refused', says: 'it is a link' } });
    expect(await exported('climb')).toMatchObject({ value: { outcome: 'refused', says: 'it is a link' } });
    expect(await exported('linked/private')).toMatchObject({ value: { outcome: 'refused', says: '/workspace/results/linked is not a folder but a link' } });
    expect(await exported('deep')).toMatchObject({ value: { outcome: 'refused', says: 'it is a folder' } });
    expect(await exported('pipe')).toMatchObject({ value: { outcome: 'refused', says: 'it is neither a regular file nor a folder' } });
    expect(await exported('big', 2_999_999)).toMatchObject({ value: { outcome: 'refused' } });
    expect(readdirSync(worker.exportFolder, { recursive: true })).toHaveLength(before);
  });

  test('with a name that not every system keeps leave under one that it does', async () => {
    expect(valueOf(await exported('back\\slash'))).toMatchObject({ outcome: 'published', destination: expect.stringMatching(/\/back%5Cslash$/) });
    expect(valueOf(await exported('a:b.csv'))).toMatchObject({ outcome: 'published', destination: expect.stringMatching(/\/a%3Ab\.csv$/) });
  });

  test('with a name that is no text are listed, looked into and let out under its bytes, spelt', async () => {
    const name = 'caf\\xE9/a\\xFF';
    const { files } = valueOf(await listGuestFiles(worker, worker.id));

    expect(files.find(({ path: place }) => place === `/workspace/results/${name}`)).toMatchObject({ type: 'file', bytes: 7, change: 'added' });
    expect(valueOf(await previewGuestFile(worker, worker.id, `/workspace/results/${name}`))).toMatchObject({ kind: 'text', text: 'no text' });
    expect(valueOf(await exported(name))).toMatchObject({ outcome: 'published', bytes: 7, destination: expect.stringMatching(/\/caf%E9\/a%FF$/) });
    expect(await exported('caf\\xE9/b\\xFF')).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(await exported('caf\\xE9')).toMatchObject({ value: { outcome: 'refused', says: 'it is a folder' } });
    expect(await exported('caf\\xC3\\xA9')).toMatchObject({ ok: false, refusal: { code: 'bad_input', todo: expect.stringContaining('café') } });
  });

  test('that are not there are told so only when the worker has ended', async () => {
    expect(await exported('missing')).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
  });

  test('are listed by name and kind', async () => {
    const { files, complete } = valueOf(await listGuestFiles(worker, worker.id));
    const kinds = Object.fromEntries(files.map(({ path: name, type }) => [name.replace('/workspace/results/', ''), type]));

    expect(complete).toBe(true);
    expect(kinds).toMatchObject({ 'report.md': 'file', 'deep/er': 'folder', link: 'link', linked: 'link', pipe: 'other', 'odd name/é?.md': 'file', 'back\\slash': 'file' });
    expect(files.find(({ path: name }) => name.endsWith('/big'))?.bytes).toBe(3_000_000);
  });

  test('are told from what was delivered, and so is what changed outside the workspace', async () => {
    const { files, container } = valueOf(await listGuestFiles(worker, worker.id));
    const changeOf = (name: string) => files.find(({ path: place }) => place === `/workspace/results/${name}`)?.change;

    expect([changeOf('report.md'), changeOf('deep')]).toEqual(['added', undefined]);
    expect(container).toEqual({ changes: [], total: 0 });
  });

  test('are looked into without being taken out', async () => {
    const shown = async (name: string) => valueOf(await previewGuestFile(worker, worker.id, `/workspace/results/${name}`));

    expect(await shown('report.md')).toEqual({ kind: 'text', text: 'a report', complete: true });
    expect(await shown('big')).toMatchObject({ kind: 'text', complete: false });
    expect(await shown('link')).toMatchObject({ kind: 'none' });
    expect(await shown('linked/private')).toMatchObject({ kind: 'none' });
  });

  test('that are not what was declared stay inside', async () => {
    const expected = { form: { type: 'json' as const } };
    const request = { path: '/workspace/results/deep/er/file', maxBytes: 100, expected, exportFolder: path.join(folder, 'elsewhere') };

    expect(await exportArtifact(worker, worker.id, request)).toMatchObject({ value: { outcome: 'refused', says: 'it is not JSON' } });
    expect(existsSync(request.exportFolder)).toBe(false);
  });
});

describe('on a real engine, a workspace with a file of 8 TB that takes no room', () => {
  test('is listed with its size, and nobody waits for its bytes', async () => {
    const sparse = await EngineWorker.prepared(path.join(folder, 'sparse'), `sparse@t${process.pid}`);
    try {
      valueOf(await launch(sparse, sparse.id, { argv: ['sh', '-c', 'truncate -s 8796093022208 /workspace/results/sparse && echo ready; sleep 600'], workingDirectory: '/workspace/task', environmentNames: [] }));
      await guestSays(sparse, 'ready');
      const begun = performance.now();

      const { files } = valueOf(await listGuestFiles(sparse, sparse.id));

      expect(files.find(({ path: name }) => name.endsWith('/sparse'))).toMatchObject({ bytes: 8 * 1024 ** 4, change: 'added' });
      expect(performance.now() - begun).toBeLessThan(20_000);
    } finally {
      await sparse.close();
    }
  });
});
