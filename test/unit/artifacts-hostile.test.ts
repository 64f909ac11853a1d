import fc from 'fast-check';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { receiveFile } from '../../electron/host/artifacts/receive-file.ts';
import { readIncomingTar } from '../../electron/host/projection/incoming-tar.ts';
import { hostileArchives, namesOfAnyBytes, tarTypes } from '../support/hostile-tar.ts';
import { filesBelow, MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { inPieces, paxHeader, tarEntry, tarOf } from '../support/tar-bytes.ts';
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
    ['a drive-relative name', tarOf(tarEntry({ name: 'C:report.md' }, 'x'))],
    ['a name with a backslash', tarOf(tarEntry({ name: 'results\\report.md' }, 'x'))],
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
});

/**
 * A staging folder among things that must not change; one of them a link, as an earlier archive could have left it. The
 * process works in one of them, so that a relative name leads there.
 */
class Sandbox {
  readonly folder = aTemporaryFolder();
  readonly #staging = path.join(this.folder, 'staging');
  readonly #working = path.join(this.folder, 'working');
  readonly #names: readonly string[];
  #count = 0;

  constructor() {
    mkdirSync(this.#staging);
    mkdirSync(path.join(this.folder, 'neighbour'));
    mkdirSync(this.#working);
    const before = process.cwd();
    process.chdir(this.#working);
    onTestFinished(() => process.chdir(before));
    for (const victim of victims) writeFileSync(path.join(this.folder, victim), 'untouched');
    symlinkSync(path.join(this.folder, 'neighbour'), path.join(this.folder, 'report.md'));
    this.#names = this.#found;
  }

  /** What is said of an archive, and what it left at the one path it may write to. */
  async receive(tar: Uint8Array) {
    const staged = path.join(this.#staging, String((this.#count += 1)));
    const received = await receiveFile(readIncomingTar(inPieces(tar), { maxEntries: 1, maxEntryBytes: 100 }), { name: 'report.md', staged }).catch(() => undefined);
    const left = lstatSync(staged, { throwIfNoEntry: false });
    rmSync(staged, { force: true });
    return { received, left };
  }

  get isUntouched(): boolean {
    return this.#found.join('\n') === this.#names.join('\n') && victims.every((victim) => readFileSync(path.join(this.folder, victim), 'utf8') === 'untouched');
  }

  get #found(): readonly string[] {
    return readdirSync(this.folder, { recursive: true }).map(String).sort();
  }
}

const victims = ['victim', 'neighbour/victim', 'working/victim'];

describe('B14 110: whatever an archive holds', () => {
  test('nothing is ever written but the fresh staging file, a plain file of no more than was allowed', async () => {
    const sandbox = new Sandbox();

    await fc.assert(
      fc.asyncProperty(hostileArchives(sandbox.folder), async (tar) => {
        const { received, left } = await sandbox.receive(tar);

        expect(sandbox.isUntouched).toBe(true);
        if (left) expect([left.isFile(), left.size <= 100, left.nlink]).toEqual([true, true, 1]);
        if (received?.kind === 'file') expect(left?.size).toBe(received.bytes);
      }),
      { numRuns: 1000 },
    );
  });

  test('the things that must not change are seen to have changed where a relative name is written', () => {
    const sandbox = new Sandbox();
    expect(sandbox.isUntouched).toBe(true);

    writeFileSync('report.md', 'x');

    expect(sandbox.isUntouched).toBe(false);
  });

  test('only a regular file of exactly the wanted name is ever taken', async () => {
    const sandbox = new Sandbox();

    await fc.assert(
      fc.asyncProperty(namesOfAnyBytes(sandbox.folder), fc.constantFrom(...tarTypes), async (name, type) => {
        const { received } = await sandbox.receive(tarOf(tarEntry({ name, type }, 'x')));

        const isWanted = untilNul(name) === 'report.md' && ['0', '7', '\0'].includes(type);
        expect(received?.kind === 'file').toBe(isWanted);
      }),
      { numRuns: 500 },
    );
  });
});

/** A name in a header ends at its first NUL. */
const untilNul = (name: string | Uint8Array): string => Buffer.from(name).toString('latin1').split('\0')[0] ?? '';
