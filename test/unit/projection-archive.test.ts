import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { extract, type Header } from 'tar-stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { digestText, sha256 } from '../../electron/host/ledger/digest.ts';
import { layoutArchive } from '../../electron/host/placement/guest-layout.ts';
import { gateScript } from '../../electron/host/placement/gate-script.ts';
import { sampleImageContext } from '../../electron/host/placement/sample-image.ts';
import { endBlocks, headerBlocks } from '../../electron/host/placement/tar-blocks.ts';
import { smallArchive } from '../../electron/host/placement/small-archive.ts';
import { isStaticProgram } from '../../electron/host/placement/static-program.ts';
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

describe('the headers we write', () => {
  const part = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.constantFrom('été', 'x'.repeat(99), 'y'.repeat(150))).filter((text) => text.isWellFormed() && !/[/\0]/.test(text) && text !== '.' && text !== '..');
  const number = fc.constantFrom(0, 1000, 0o7777777, 0o10000000, 2_147_483_647);
  const item = fc.record({
    path: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')), type: fc.constantFrom('file', 'folder', 'link'), size: fc.constant(0),
    mode: fc.integer({ min: 0, max: 0o777 }), uid: number, gid: number, modifiedSeconds: fc.integer({ min: 0, max: 4_000_000_000 }), target: fc.constantFrom('', 'busybox', 'é'.repeat(80)),
  });

  test('are read by another program as they were meant', async () => {
    await fc.assert(
      fc.asyncProperty(item, async (given) => {
        const target = given.type === 'link' ? given.target : '';
        const headers: Header[] = [];
        const reader = extract();
        reader.on('entry', (found, stream, next) => { headers.push(found); stream.resume(); stream.on('end', () => next()); });
        reader.end(Buffer.concat([headerBlocks({ ...given, target }), endBlocks]));
        await new Promise((resolve, reject) => { reader.on('finish', () => resolve(null)); reader.on('error', reject); });

        const [found] = headers;
        expect({ ...found, name: found?.name.replace(/\/$/, '') }).toMatchObject({
          name: given.path, type: { file: 'file', folder: 'directory', link: 'symlink' }[given.type], mode: given.mode, linkname: target === '' ? null : target, mtime: new Date(given.modifiedSeconds * 1000),
        });
      }),
      { numRuns: 300 },
    );
  });

  test('hold every user id, also those that the old fields cannot', async () => {
    for (const uid of [0o7777777, 0o10000000, 2_147_483_647]) {
      const archive = smallArchive([{ type: 'folder', path: 'home', mode: 0o755, uid, gid: uid }]);

      expect(await readTar(await gathered(archive))).toMatchObject([{ path: 'home', type: 'folder', uid }]);
    }
  });

  test('hold a size that the old field cannot', () => {
    const blocks = headerBlocks({ path: 'huge', type: 'file', size: 9_000_000_000, mode: 0o644, uid: 0, gid: 0, modifiedSeconds: 0 });

    expect(blocks.toString('latin1')).toContain(' size=9000000000\n');
  });
});

describe('the layout of the guest’s volumes', () => {
  test('gives the guest its working folders, and the gate to root alone', async () => {
    const work = await readTar(await gathered(layoutArchive('work', user).tar()));
    const state = await readTar(await gathered(layoutArchive('state', user).tar()));

    expect(work).toMatchObject([{ path: 'task', type: 'folder', uid: 1234, mode: 0o755 }, { path: 'results', type: 'folder', uid: 1234 }]);
    expect(state).toMatchObject([
      { path: 'home', type: 'folder', uid: 1234 }, { path: '.bailiwick', type: 'folder', uid: 0, mode: 0o755 }, { path: '.bailiwick/gate', type: 'file', uid: 0, mode: 0o555, content: Buffer.from(gateScript).toString('latin1') },
    ]);
  });

  test('says beforehand what will be there', () => {
    const { folder: target, entries } = layoutArchive('state', user);

    expect(target).toBe('/state');
    expect(entries.at(-1)).toEqual({ path: '/state/.bailiwick/gate', type: 'file', mode: 0o555, uid: 0, gid: 0, digest: digestText(sha256(Buffer.from(gateScript))) });
  });
});

describe('the sample worker’s image', () => {
  const examples = path.resolve(import.meta.dirname, '../../examples');

  test('is built from the files that ship with the console', async () => {
    const context = await sampleImageContext(examples);
    if (!context.ok) throw new Error(context.refusal.says);
    const names = (await readTar(await gathered(context.value()), { maxEntryBytes: 50_000_000 })).map((item) => (item.kind === 'entry' ? item.path : item.name));

    expect(names.slice(0, 4)).toEqual(['Dockerfile', 'rootfs', 'rootfs/bin', 'rootfs/bin/harness']);
  });

  test('takes a public base where this machine has no busybox that the engine can run', async () => {
    const context = await sampleImageContext(examples, 'another-machine');
    if (!context.ok) throw new Error(context.refusal.says);
    const [dockerfile] = await readTar(await gathered(context.value()));

    expect(dockerfile?.kind === 'entry' && dockerfile.content).toContain('FROM busybox:1.37');
  });

  test('says where its files were to be', async () => {
    expect(await sampleImageContext('/not/there')).toMatchObject({ ok: false, refusal: { code: 'not_found', says: 'The files of the sample worker are not in /not/there/sample-worker.' } });
  });
});

describe('a static program', () => {
  const elf = (interpreter: boolean): Buffer => {
    const program = Buffer.alloc(200);
    program.write('\x7fELF\x02\x01', 'latin1');
    program.writeUInt16LE(62, 18);
    program.writeBigUInt64LE(64n, 32);
    program.writeUInt16LE(56, 54);
    program.writeUInt16LE(2, 56);
    program.writeUInt32LE(1, 64);
    program.writeUInt32LE(interpreter ? 3 : 1, 120);
    return program;
  };

  test.each<[string, boolean, Buffer, string | undefined]>([
    ['without an interpreter', true, elf(false), undefined],
    ['for the engine’s machine', true, elf(false), 'x86_64'],
    ['for another machine', false, elf(false), 'aarch64'],
    ['with an interpreter', false, elf(true), undefined],
    ['that is a script', false, Buffer.from(`#!/bin/sh${' '.repeat(100)}`), undefined],
    ['that is cut', false, elf(false).subarray(0, 130), undefined],
  ])('%s: %s', (_what, expected, program, architecture) => {
    expect(isStaticProgram(program, architecture)).toBe(expected);
  });
});

test('folders on the way come before what is in them', () => {
  expect(foldersOnTheWay('/workspace', ['/workspace/task/b/c/d', '/workspace/task/a', '/workspace/x'])).toEqual(['/workspace/task', '/workspace/task/b', '/workspace/task/b/c']);
});

test('a name is judged by each of its parts', () => {
  expect(['a/b', '...', '-', 'a b', 'Cx:y'].map(dangerOfPath)).toEqual([null, null, null, null, null]);
  expect(['', '/', 'a/', './a', 'a/..', 'z:', 'x\0'].map(dangerOfPath)).toEqual(['empty', 'absolute', 'empty', 'empty', 'parent', 'drive', 'nul']);
});

test('a shown name holds nothing that moves the rest of the text', () => {
  expect(printable('a\nb\u202ec\u0007')).toBe('a\\u{a}b\\u{202e}c\\u{7}');
  expect(printable('x'.repeat(300))).toHaveLength(201);
});
