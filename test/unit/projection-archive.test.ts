import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { digestText, sha256 } from '../../electron/host/ledger/digest.ts';
import { smallArchive } from '../../electron/host/placement/small-archive.ts';
import { foldersOnTheWay } from '../../electron/host/projection/guest-files.ts';
import { manifestArchive, StagedFileChangedError, type StagedEntry } from '../../electron/host/projection/manifest-archive.ts';
import { dangerOfPath, printable } from '../../electron/host/projection/safe-path.ts';
import { gathered, readTar } from '../support/tar-bytes.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const user = { uid: 1234, gid: 1235 };
let folder: string;

beforeEach(() => {
  folder = aTemporaryFolder();
});

function entry(name: string, content: string | Buffer, mode = 0o644): StagedEntry {
  const file = path.join(folder, name.replaceAll('/', '_').slice(0, 40));
  writeFileSync(file, content);
  const digest = digestText(sha256(Buffer.from(content)));
  return { file, entry: { path: name, class: 'context', bytes: Buffer.byteLength(content), sourceDigest: digest, stagedDigest: digest, mode, destination: `/workspace/task/${name}` } };
}

const archiveOf = (files: readonly StagedEntry[], more: Partial<Parameters<typeof manifestArchive>[0]> = {}) =>
  manifestArchive({ folder: '/workspace', newFolders: [], files, user, modified: new Date(1_000_000), ...more });

describe('the archive of a manifest', () => {
  const long = `${'folder with spaces/'.repeat(12)}été 日本 ${'x'.repeat(120)}.md`;

  test('holds each file below the volume’s folder with its mode, however long its name', async () => {
    const files = [entry('a.md', 'a'), entry('run', '#!', 0o755), entry('none', 'n', 0), entry(long, 'long'), entry('empty', '')];

    const read = await readTar(await gathered(archiveOf(files)));

    expect(read.map((item) => (item.kind === 'entry' ? [item.path, item.mode, item.uid, item.content, item.modifiedSeconds] : item))).toEqual([
      ['task/a.md', 0o644, 1234, 'a', 1000], ['task/run', 0o755, 1234, '#!', 1000], ['task/none', 0, 1234, 'n', 1000], [`task/${long}`, 0o644, 1234, 'long', 1000], ['task/empty', 0o644, 1234, '', 1000],
    ]);
  });

  test('makes the folders that are missing as the guest’s', async () => {
    const read = await readTar(await gathered(archiveOf([entry('d/e/f', 'x')], { newFolders: ['/workspace/task/d', '/workspace/task/d/e'] })));

    expect(read).toMatchObject([{ path: 'task/d', type: 'folder', uid: 1234, mode: 0o755 }, { path: 'task/d/e', type: 'folder' }, { path: 'task/d/e/f' }]);
  });

  test('is the same bytes for the same manifest', async () => {
    const files = [entry('a', 'a'), entry(long, 'b'), entry('c', Buffer.alloc(1_500_000, 3))];

    expect(sha256(await gathered(archiveOf(files)))).toEqual(sha256(await gathered(archiveOf(files))));
  });

  test('comes in a few large pieces', async () => {
    const files = Array.from({ length: 300 }, (_, index) => entry(`f${index}`, Buffer.alloc(10_000, index)));
    let pieces = 0;
    for await (const _piece of archiveOf(files)) pieces += 1;

    expect(pieces).toBeLessThan(12);
  });

  describe('that is piped', () => {
    const files = () => Array.from({ length: 60 }, (_, index) => entry(`f${index}`, randomBytes(index % 7 === 0 ? 900_000 : 90_000)));
    const untilEnd = (tar: Readable, destination: Writable) => new Promise<void>((resolve, reject) => {
      tar.on('error', (error) => destination.destroy(error));
      tar.pipe(destination).once('finish', resolve).once('error', reject);
    });

    test('arrives as it is, however long each chunk waits, in chunks that are used again', async () => {
      const staged = files();
      const arrived: Buffer[] = [];
      const memory = new Set<ArrayBufferLike>();
      const slow = new Writable({
        highWaterMark: 1,
        write(chunk: Buffer, _encoding, done) {
          memory.add(chunk.buffer);
          setTimeout(() => {
            arrived.push(Buffer.from(chunk));
            done();
          }, 2);
        },
      });

      await untilEnd(archiveOf(staged), slow);

      expect(digestText(sha256(Buffer.concat(arrived)))).toBe(digestText(sha256(await gathered(archiveOf(staged)))));
      expect(arrived.length).toBeGreaterThan(20);
      expect(memory.size).toBeLessThan(8);
    });

    test('is over when its destination breaks', async () => {
      let taken = 0;
      const broken = new Writable({ write: (_chunk, _encoding, done) => { done((taken += 1) > 3 ? new Error('broke') : null); } });
      const tar = archiveOf(files());

      await expect(untilEnd(tar, broken)).rejects.toThrow('broke');
      await expect.poll(() => tar.destroyed).toBe(true);
    });

    test('tells its destination when a staged file is not what was recorded', async () => {
      const [first, ...rest] = files();
      if (!first) throw new TypeError('no file');
      const changed = { ...first, entry: { ...first.entry, stagedDigest: digestText(sha256(Buffer.from('else'))) } };

      await expect(untilEnd(archiveOf([...rest, changed]), new Writable({ write: (_chunk, _encoding, done) => done() }))).rejects.toThrow(StagedFileChangedError);
    });
  });

  test('does not end when a file is not what the manifest says', async () => {
    const changed = entry('b', Buffer.alloc(2_000_000, 1));
    writeFileSync(changed.file, Buffer.alloc(2_000_000, 2));

    await expect(gathered(archiveOf([entry('a', 'a'), changed, entry('c', 'c')]))).rejects.toThrow(StagedFileChangedError);
  });

  test('does not leave the volume’s folder', async () => {
    const { file, entry: inside } = entry('a', 'a');

    await expect(gathered(archiveOf([{ file, entry: { ...inside, destination: '/state/home/a' } }]))).rejects.toThrow(StagedFileChangedError);
  });

  test('ends quietly when it is given up', async () => {
    for (const error of [undefined, new Error('given up')]) {
      const archive = archiveOf([entry('a', Buffer.alloc(9_000_000))]);
      archive.on('error', () => undefined);
      await archive[Symbol.asyncIterator]().next();
      archive.destroy(error);
      const small = smallArchive([{ type: 'file', path: 'x', mode: 0o644, uid: 0, gid: 0, content: Buffer.alloc(9_000_000) }]);
      small.on('error', () => undefined);
      await small[Symbol.asyncIterator]().next();
      small.destroy(error);
    }
    // What nobody listens to would end this process within these milliseconds.
    await sleep(50);
  });
});

test('folders on the way come before what is in them', () => {
  expect(foldersOnTheWay('/workspace', ['/workspace/task/b/c/d', '/workspace/task/a', '/workspace/x'])).toEqual(['/workspace/task', '/workspace/task/b', '/workspace/task/b/c']);
});

test('a name is judged by each of its parts', () => {
  expect(['a/b', '...', '-', 'a b', 'z:', 'C:x', 'a\\..\\b'].map((name) => dangerOfPath(name))).toEqual([null, null, null, null, null, null, null]);
  expect(['', '/', 'a/', './a', 'a/..', 'x\0'].map((name) => dangerOfPath(name))).toEqual(['empty', 'absolute', 'empty', 'empty', 'parent', 'nul']);
});

test('a shown name holds nothing that moves the rest of the text', () => {
  expect(printable('a\nb\u202ec\u0007')).toBe('a\\u{a}b\\u{202e}c\\u{7}');
  expect(printable('x'.repeat(300))).toHaveLength(201);
});
