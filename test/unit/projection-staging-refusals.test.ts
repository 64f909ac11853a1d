import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { StageRequest } from '../../electron/host/projection/stage-sources.ts';
import { stagingOf } from '../../electron/host/projection/staging-folder.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';
import { StagingDesk } from '../support/staging-desk.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

let desk: StagingDesk;

beforeEach(() => {
  desk = new StagingDesk();
});

const stagingsOf = ({ dataFolder, binding }: StagingDesk): readonly string[] => readdirSync(stagingOf(dataFolder, binding.id)).map((name) => path.join(stagingOf(dataFolder, binding.id), name));

describe('what staging refuses, by name', () => {
  test.each<[string, () => void | Promise<void>, string, string]>([
    ['a link that leads out', () => symlinkSync('/etc/passwd', path.join(desk.source, 'evil')), 'unsafe_file', '“evil” is a link'],
    ['a link that stays inside', () => { desk.put('target'); symlinkSync('target', path.join(desk.source, 'link')); }, 'unsafe_file', '“link” is a link'],
    ['a link to a folder', () => symlinkSync('/etc', path.join(desk.source, 'folder')), 'unsafe_file', '“folder” is a link'],
    ['a dangling link', () => symlinkSync('/not/there', path.join(desk.source, 'dangling')), 'unsafe_file', '“dangling” is a link'],
    ['a named pipe, without waiting for its other end', () => void execFileSync('mkfifo', [path.join(desk.source, 'pipe')]), 'unsafe_file', '“pipe” is a named pipe'],
    ['a socket', () => listenAt(path.join(desk.source, 'socket')), 'unsafe_file', '“socket” is a socket'],
    ['a folder without files', () => void mkdirSync(path.join(desk.source, 'empty')), 'bad_input', 'There is no file'],
  ])('%s', async (_what, prepare, code, says) => {
    await prepare();

    const refusal = await desk.refused();

    expect(refusal.code).toBe(code);
    expect(refusal.says).toContain(says);
    expect(refusal.todo).not.toBe('');
    expect(desk.kept).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('a device', async () => {
    execFileSync('mknod', [path.join(desk.source, 'null'), 'c', '1', '3']);

    expect(await desk.refused()).toMatchObject({ code: 'unsafe_file', says: '“null” is a device, not a regular file.' });
  });

  test('a file that this account cannot read', async () => {
    chmodSync(desk.put('secret'), 0);
    for (const folder of [desk.source, desk.dataFolder]) chmodSync(folder, 0o777);

    expect(await asOrdinaryUser(() => desk.refused())).toMatchObject({ code: 'unsafe_file', says: '“secret” cannot be read by this account.' });
  });

  test.each<[string, (folder: string) => void, string]>([
    ['went away', (folder) => rmSync(folder, { recursive: true, force: true }), 'ENOENT'],
    ['may not be written any more', (folder) => { rmSync(folder, { recursive: true, force: true }); mkdirSync(folder, 0o500); }, 'EACCES'],
  ])('a place for the copies that %s, and never the chosen file for it', async (_how, spoil, code) => {
    for (let number = 0; number < 40; number += 1) chmodSync(desk.put(`file-${number}`), 0o644);
    for (const folder of [desk.source, desk.dataFolder]) chmodSync(folder, 0o777);
    let told = 0;
    const onProgress = (): void => { if ((told += 1) === 1) for (const folder of stagingsOf(desk)) spoil(folder); };

    const refusal = await asOrdinaryUser(() => desk.refused({ onProgress }));

    expect(refusal.says).toMatch(new RegExp(`^The staged copy of “file-\\d+” cannot be written where the console keeps its data \\(${code}\\)\\.$`));
  });

  test('more files than allowed, and more bytes than allowed', async () => {
    for (const name of ['a', 'b', 'c']) desk.put(name, 'x'.repeat(100));

    expect(await desk.refused({ limits: { files: 2, bytes: 1e9 } })).toMatchObject({ code: 'too_large', says: 'What was chosen holds more than 2 files.' });
    expect(await desk.refused({ limits: { files: 9, bytes: 299 } })).toMatchObject({ code: 'too_large', says: 'What was chosen holds more than 299 bytes.' });
    expect(await desk.stage({ limits: { files: 3, bytes: 300 } })).toMatchObject({ ok: true });
    expect(desk.kept).toHaveLength(3);
  });

  test('what is not there any more', async () => {
    expect(await desk.refused({ chosen: { kind: 'folder', path: '/not/there' } })).toMatchObject({ code: 'changed_since' });
  });

  test('names are shown without what could mislead', async () => {
    symlinkSync('x', path.join(desk.source, 'a\u202egnp\n.exe'));

    expect((await desk.refused()).says).toContain('“a\\u{202e}gnp\\u{a}.exe”');
  });
});

describe('a source that changes while it is staged', () => {
  /** Does something between the walk and the end of the first large file’s copy. */
  const during = (change: () => void): Pick<StageRequest, 'onProgress'> => {
    let done = false;
    return { onProgress: ({ bytes }) => { if (!done && bytes > 0) { done = true; change(); } } };
  };
  const large = Buffer.alloc(3 * 1024 * 1024, 7);

  test.each<[string, (file: string) => void]>([
    ['grows', (file) => appendFileSync(file, 'more')],
    ['shrinks', (file) => writeFileSync(file, 'less')],
    ['is written over in place', (file) => { const { mtime } = statSync(file); writeFileSync(file, Buffer.alloc(large.length, 8)); utimesSync(file, mtime, mtime); }],
    ['gets a second name', (file) => linkSync(file, `${file}.second`)],
  ])('is refused when it %s', async (_how, change) => {
    const file = desk.put('file', large);

    expect(await desk.refused(during(() => change(file)))).toMatchObject({ code: 'changed_since', says: '“file” was changed while it was being staged.' });
    expect(desk.kept).toEqual([]);
  });

  test('is refused when a later file was replaced by a link or another file', async () => {
    for (const replace of [(file: string) => symlinkSync('/etc/passwd', file), (file: string) => writeFileSync(file, 'other')]) {
      for (let index = 0; index < 8; index += 1) desk.put(`a${index}`, large);
      const last = desk.put('z', 'mine');
      expect(await desk.refused(during(() => { rmSync(last); replace(last); }))).toMatchObject({ code: 'changed_since' });
      rmSync(last);
    }
  });

  test('is refused when a folder on the way was swapped for a link, though the file behind it is the very same', async () => {
    for (let index = 0; index < 8; index += 1) desk.put(`a${index}`, large);
    desk.put('z/file', 'mine');
    const elsewhere = path.join(aTemporaryFolder(), 'elsewhere');

    const refusal = await desk.refused(during(() => { renameSync(path.join(desk.source, 'z'), elsewhere); symlinkSync(elsewhere, path.join(desk.source, 'z')); }));

    expect(refusal).toMatchObject({ code: 'unsafe_file', says: '“z/file” lies elsewhere: a folder on the way to it was replaced by a link.' });
  });
});

async function listenAt(socket: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
}
