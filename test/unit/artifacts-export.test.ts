import fc from 'fast-check';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportArtifact } from '../../electron/host/artifacts/export-artifact.ts';
import { listEntries, listGuestFiles } from '../../electron/host/artifacts/list-guest-files.ts';
import { receiveFile } from '../../electron/host/artifacts/receive-file.ts';
import { spendToken } from '../../electron/host/attempts/effect-token.ts';
import { sweepReceivedFiles } from '../../electron/host/artifacts/received-files.ts';
import { inPieces, paxHeader, tarEnd, tarEntry, tarOf, type TarFields } from '../support/tar-bytes.ts';
import { Readable } from 'node:stream';
import { MemoryWorker } from '../support/memory-worker.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const report = '/workspace/results/report.md';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

const exported = (from = report, maxBytes = 1_000_000) => exportArtifact(worker, worker.id, { path: from, maxBytes, exportFolder: worker.exportFolder });
const place = (...parts: string[]) => path.join(worker.exportFolder, 'reviewer@atlas', `1-${worker.id.slice(0, 8)}`, ...parts);
const artifact = (from = report) => worker.binding.artifacts.find(({ path: name }) => name === from);
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
const receivedFiles = () => filesBelow(worker.dataFolder).filter((name) => name.startsWith('received/'));

describe('exporting a result', () => {
  test('publishes exactly its bytes below the export folder, for its owner alone', async () => {
    worker.guest.file(report, '# Report\n');

    const result = await exported();

    expect(result).toMatchObject({ ok: true, value: { outcome: 'published', bytes: 9, destination: place('results/report.md') } });
    expect(readFileSync(place('results/report.md'), 'utf8')).toBe('# Report\n');
    expect(statSync(place('results/report.md')).mode & 0o777).toBe(0o600);
    expect(receivedFiles()).toEqual([]);
  });

  test('is asked for as one attempt and ended by an observation', async () => {
    worker.guest.file(report, 'x');

    await exported();

    expect(artifact()?.publications.map(({ operation, settlement }) => [operation, settlement?.disposition])).toEqual([['publish_file', 'applied']]);
    expect(artifact()?.exported?.value).toMatchObject({ outcome: 'published' });
  });

  test('takes an empty file', async () => {
    worker.guest.file(report, '');

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'published', bytes: 0 } });
  });

  test('once more with the same bytes finds them there already', async () => {
    worker.guest.file(report, 'x');
    await exported();

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'already_there' } });
    expect(artifact()?.publications.map(({ settlement }) => settlement?.disposition)).toEqual(['applied', 'no_op']);
    expect(receivedFiles()).toEqual([]);
  });

  test('never overwrites other bytes', async () => {
    worker.guest.file(report, 'first');
    await exported();
    worker.guest.file(report, 'second');

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'refused', says: `${place('results/report.md')}: other bytes are there already` } });
    expect(readFileSync(place('results/report.md'), 'utf8')).toBe('first');
  });

  test('says that there was nothing, once the worker has ended', async () => {
    worker.guest.state = 'exited';

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'nothing' } });
    expect(artifact()?.exported?.value.outcome).toBe('nothing');
    expect(await exported('/workspace/not/there.md')).toMatchObject({ ok: true, value: { outcome: 'nothing' } });
  });

  test.each(['running', 'paused', 'restarting'] as const)('does not say so while it is %s', async (state) => {
    worker.guest.state = state;

    expect(await exported()).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    expect(artifact()?.exported).toBeUndefined();
  });
});

describe('B14 109: what a guest could answer with', () => {
  const refusedSaying = async (says: string, from = report) => {
    expect(await exported(from)).toMatchObject({ ok: true, value: { outcome: 'refused', says: expect.stringContaining(says) } });
    expect(filesBelow(worker.exportFolder)).toEqual([]);
    expect(receivedFiles()).toEqual([]);
    expect(artifact(from)?.publications ?? []).toEqual([]);
  };

  test.each<[string, string]>([
    ['a path outside the workspace', '/state/home/secret'],
    ['a path out of it again', '/workspace/../state/home/secret'],
    ['the workspace itself', '/workspace'],
    ['a relative path', 'workspace/x'],
    ['a name with a backslash', '/workspace/a\\b'],
    ['a name that reads as a drive', '/workspace/results/C:x'],
  ])('%s is not asked for', async (_what, from) => {
    expect(await exported(from)).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
    expect(worker.guest.asked).toEqual([]);
  });

  test('a link is refused, wherever it points', async () => {
    worker.guest.link(report, '/etc/passwd');

    await refusedSaying('it is a link');
  });

  test('a folder on the way that is a link is refused, since the engine would follow it', async () => {
    worker.guest.file('/state/home/private', 'secret');
    worker.guest.link('/workspace/results/out', '/state/home');

    await refusedSaying('/workspace/results/out is not a folder but a link', '/workspace/results/out/private');
  });

  test('a folder, a pipe and a file over its bound are refused', async () => {
    worker.guest.folder(report);
    await refusedSaying('it is a folder');
    worker.guest.things.set(report, { type: 'pipe' });
    await refusedSaying('it is neither a regular file nor a folder');
    worker.guest.file(report, 'x'.repeat(1_000_001));
    await refusedSaying('it has 1000001 bytes, more than the 1000000 allowed');
  });

  test.each<[string, Buffer]>([
    ['another name', tarOf(tarEntry({ name: 'other.md' }, 'x'))],
    ['the name one folder down', tarOf(tarEntry({ name: 'results/report.md' }, 'x'))],
    ['a name that leads out', tarOf(tarEntry({ name: '../report.md' }, 'x'))],
    ['an absolute name', tarOf(tarEntry({ name: '/tmp/report.md' }, 'x'))],
    ['a name by an extended header', tarOf(paxHeader({ path: '../../report.md' }), tarEntry({ name: 'report.md' }, 'x'))],
    ['a hard link', tarOf(tarEntry({ name: 'report.md', type: '1', link: '/etc/passwd' }))],
    ['nothing', tarOf()],
  ])('%s is refused', async (_what, bytes) => {
    worker.guest.forged.set(report, bytes);

    await refusedSaying('');
  });

  test.each<[string, Buffer]>([
    ['a second entry', tarOf(tarEntry({ name: 'report.md' }, 'x'), tarEntry({ name: 'y' }, 'y'))],
    ['the same entry twice', tarOf(tarEntry({ name: 'report.md' }, 'x'), tarEntry({ name: 'report.md' }, 'y'))],
    ['an archive that ends early', tarEntry({ name: 'report.md' }, 'x')],
    ['garbage behind the end', Buffer.concat([tarOf(tarEntry({ name: 'report.md' }, 'x')), Buffer.from('more')])],
    ['bytes that are no archive', Buffer.from('x'.repeat(2000))],
  ])('%s keeps it from being published', async (_what, bytes) => {
    worker.guest.forged.set(report, bytes);

    expect(await exported()).toMatchObject({ ok: false, refusal: { code: 'engine_failed' } });
    expect(filesBelow(worker.exportFolder)).toEqual([]);
    expect(receivedFiles()).toEqual([]);
  });

  test('B14 110: whatever an archive holds, nothing is written but the fresh staging file', async () => {
    const sandbox = aTemporaryFolder();
    const staging = path.join(sandbox, 'staging');
    mkdirSync(staging);
    writeFileSync(path.join(sandbox, 'victim'), 'untouched');
    const name = fc.constantFrom('report.md', '../victim', '../new', `${sandbox}/new`, 'a/../../new', './report.md', 'staging/x', 'C:new', 'report.md/', '..', '');
    const fields: fc.Arbitrary<TarFields> = fc.record({ name, type: fc.constantFrom('0', '1', '2', '3', '5', '6', '7', 'x', 'g', 'L', 'K', 'S', '\0'), link: fc.constantFrom('', '../victim', sandbox), prefix: fc.constantFrom('', '..', sandbox) });
    const entry = fc.tuple(fields, fc.constantFrom('', 'bytes', '../new\0', '18 path=../victim\n')).map(([header, content]) => tarEntry(header, content));
    const override = name.map((value) => paxHeader({ path: value, linkpath: '../victim' }));
    let count = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(entry, override), { maxLength: 5 }), fc.constantFrom(tarEnd, Buffer.alloc(0), Buffer.from('garbage')), async (blocks, end) => {
        const staged = path.join(staging, String((count += 1)));
        const tar = Readable.from(inPieces(Buffer.concat([...blocks, end])), { objectMode: false });
        await receiveFile(tar, { name: 'report.md', maxBytes: 100, staged }).catch(() => undefined);

        expect(readdirSync(sandbox)).toEqual(['staging', 'victim']);
        expect(readFileSync(path.join(sandbox, 'victim'), 'utf8')).toBe('untouched');
        expect(readdirSync(staging).filter((found) => found !== String(count))).toEqual([]);
        rmSync(staged, { force: true });
      }),
      { numRuns: 400 },
    );
  });
});

describe('a publication that goes wrong', () => {
  test('a folder below the export folder that is a link is refused and not followed', async () => {
    const elsewhere = aTemporaryFolder();
    symlinkSync(elsewhere, path.join(worker.exportFolder, 'reviewer@atlas'));
    worker.guest.file(report, 'x');

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'refused', says: expect.stringContaining('is a link, not a folder') } });
    expect(filesBelow(elsewhere)).toEqual([]);
  });

  test('a link at the destination is refused and not followed', async () => {
    const target = path.join(aTemporaryFolder(), 'target');
    mkdirSync(place('results'), { recursive: true });
    symlinkSync(target, place('results/report.md'));
    worker.guest.file(report, 'x');

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    expect(existsSync(target)).toBe(false);
  });

  test('the export folder itself may be reached through a link', async () => {
    const link = path.join(aTemporaryFolder(), 'link');
    symlinkSync(worker.exportFolder, link);
    worker.guest.file(report, 'x');
    const { FilePublisher } = await import('../../electron/host/artifacts/publish-file.ts');
    worker.files = new FilePublisher(() => link);

    expect(await exportArtifact(worker, worker.id, { path: report, maxBytes: 10, exportFolder: link })).toMatchObject({ ok: true, value: { outcome: 'published' } });
    expect(existsSync(place('results/report.md'))).toBe(true);
  });

  test('a lost answer is settled by the bytes at the destination', async () => {
    const real = worker.files;
    worker.files = { publish: async (token, file) => { await real.publish(token, file); return { kind: 'unclear', says: 'no answer' }; } };
    worker.guest.file(report, 'x');

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'published' } });
    expect(artifact()?.publications[0]?.settlement).toMatchObject({ disposition: 'applied', evidence: [{ kind: 'bytes', bytes: 1 }] });
  });

  test('what stays unconfirmed keeps its staged copy as evidence until it is settled', async () => {
    worker.files = { publish: async (token) => { spendToken(token, 'publish_file'); return { kind: 'unclear', says: 'no answer' }; } };
    worker.guest.file(report, 'x');

    expect(await exported()).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(artifact()?.exported).toBeUndefined();
    await sweepReceivedFiles(worker.dataFolder, worker.journal);
    expect(receivedFiles()).toHaveLength(1);
  });

  test('what earlier runs left behind is swept', async () => {
    await sweepReceivedFiles(worker.dataFolder, worker.journal);
    writeFileSync(path.join(worker.dataFolder, 'received', 'left'), 'x');

    await sweepReceivedFiles(worker.dataFolder, worker.journal);

    expect(receivedFiles()).toEqual([]);
  });

  test('the container that is not ours any more is not asked', async () => {
    worker.guest.things.clear();
    const other = worker.guest.reader;
    worker.readers.at = () => ({ ...other, inspectContainer: async () => null });

    expect(await exported()).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});

describe('listing the guest’s files', () => {
  test('names what lies in the workspace, by kind', async () => {
    worker.guest.file(report, 'four');
    worker.guest.link('/workspace/task/link', '/etc');
    worker.guest.things.set('/workspace/task/pipe', { type: 'pipe' });
    worker.guest.file('/workspace/task/a\\b', 'odd');

    const listed = await listGuestFiles(worker, worker.id);

    if (!listed.ok) throw new Error(listed.refusal.says);
    expect(listed.value.complete).toBe(true);
    expect(listed.value.files.map(({ path: name, type, bytes }) => [name, type, bytes])).toEqual([
      ['/workspace/results', 'folder', 0], [report, 'file', 4], ['/workspace/task', 'folder', 0],
      ['/workspace/task/a\\b', 'other', 3], ['/workspace/task/link', 'link', 0], ['/workspace/task/pipe', 'other', 0],
    ]);
    expect(listed.value.files[1]?.modifiedSeconds).toBe(1_700_000_000);
  });

  test('stops at its bound and says so', async () => {
    let sent = 0;
    async function* endless() {
      yield tarEntry({ name: 'workspace', type: '5' });
      for (;;) { sent += 1; yield tarEntry({ name: `workspace/${sent}` }); }
    }

    const listing = await listEntries(endless());

    expect(listing.complete).toBe(false);
    expect(listing.files).toHaveLength(10_000);
    expect(sent).toBe(10_001);
  });
});
