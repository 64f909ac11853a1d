import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestText, sha256 } from '../../electron/host/ledger/digest.ts';
import { gateScript } from '../../electron/host/placement/gate-script.ts';
import { layoutArchive } from '../../electron/host/placement/guest-layout.ts';
import { sampleImageContext } from '../../electron/host/placement/sample-image.ts';
import { isStaticProgram } from '../../electron/host/placement/static-program.ts';
import { gathered, readTar } from '../support/tar-bytes.ts';

const user = { uid: 1234, gid: 1235 };

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
