import fc from 'fast-check';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { receiveFile } from '../../electron/host/artifacts/receive-file.ts';
import { filesBelow, MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { inPieces, paxHeader, tarEnd, tarEntry, tarOf, type TarFields } from '../support/tar-bytes.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

describe('B14 109: what a guest could answer with', () => {
  const refusedSaying = async (says: string, from = reportPath) => {
    expect(await worker.exported(from)).toMatchObject({ ok: true, value: { outcome: 'refused', says: expect.stringContaining(says) } });
    expect(filesBelow(worker.exportFolder)).toEqual([]);
    expect(worker.outgoing).toEqual([]);
    expect(worker.artifact(from)?.publications ?? []).toEqual([]);
  };

  test.each<[string, string]>([
    ['a path outside the workspace', '/state/home/secret'],
    ['a path out of it again', '/workspace/../state/home/secret'],
    ['the workspace itself', '/workspace'],
    ['a relative path', 'workspace/x'],
    ['a name with a backslash', '/workspace/a\\b'],
    ['a name that reads as a drive', '/workspace/results/C:x'],
  ])('%s is not asked for', async (_what, from) => {
    expect(await worker.exported(from)).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
    expect(worker.guest.asked).toEqual([]);
  });

  test('a link is refused, wherever it points', async () => {
    worker.guest.link(reportPath, '/etc/passwd');

    await refusedSaying('it is a link');
  });

  test('a folder on the way that is a link is refused, since the engine would follow it', async () => {
    worker.guest.file('/state/home/private', 'secret');
    worker.guest.link('/workspace/results/out', '/state/home');

    await refusedSaying('/workspace/results/out is not a folder but a link', '/workspace/results/out/private');
  });

  test('a folder, a pipe and a file over its bound are refused', async () => {
    worker.guest.folder(reportPath);
    await refusedSaying('it is a folder');
    worker.guest.things.set(reportPath, { type: 'pipe' });
    await refusedSaying('it is neither a regular file nor a folder');
    worker.guest.file(reportPath, 'x'.repeat(1_000_001));
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
    worker.guest.forged.set(reportPath, bytes);

    await refusedSaying('');
  });

  test.each<[string, Buffer]>([
    ['a second entry', tarOf(tarEntry({ name: 'report.md' }, 'x'), tarEntry({ name: 'y' }, 'y'))],
    ['the same entry twice', tarOf(tarEntry({ name: 'report.md' }, 'x'), tarEntry({ name: 'report.md' }, 'y'))],
    ['an archive that ends early', tarEntry({ name: 'report.md' }, 'x')],
    ['garbage behind the end', Buffer.concat([tarOf(tarEntry({ name: 'report.md' }, 'x')), Buffer.from('more')])],
    ['bytes that are no archive', Buffer.from('x'.repeat(2000))],
  ])('%s keeps it from being published', async (_what, bytes) => {
    worker.guest.forged.set(reportPath, bytes);

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { code: 'engine_failed' } });
    expect(filesBelow(worker.exportFolder)).toEqual([]);
    expect(worker.outgoing).toEqual([]);
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
