import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { stageSources, type StageRequest, type StagingProgress } from '../../electron/host/projection/stage-sources.ts';
import { forgetStaging, stagedFile, stagingFolder, sweepUnfinishedStaging } from '../../electron/host/projection/staging-folder.ts';
import { manifestSchema, type Manifest } from '../../shared/manifest.ts';
import type { Binding } from '../../shared/binding.ts';
import type { Digest } from '../../shared/ids.ts';
import type { Result } from '../../shared/result.ts';
import { aBindingId, aDecision, aRequest } from '../support/builders.ts';
import { aJournal, fillTheDisk, type OpenedJournal } from '../support/ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';

let opened: OpenedJournal;
let dataFolder: string;
let source: string;
let binding: Binding;

beforeEach(() => {
  opened = aJournal();
  opened.journal.append(aRequest());
  dataFolder = aTemporaryFolder();
  source = aTemporaryFolder();
  const found = opened.journal.world.bindings.get(aBindingId());
  if (!found) throw new Error('no binding');
  binding = found;
});

const stage = (request: Partial<StageRequest> = {}): Promise<Result<Digest>> =>
  stageSources({ journal: opened.journal, dataFolder }, { binding, chosen: { kind: 'folder', path: source }, class: 'context', ...request });

const put = (name: string, content: string | Uint8Array = name): string => {
  mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
  writeFileSync(path.join(source, name), content);
  return path.join(source, name);
};

const refusalOf = async (result: Promise<Result<unknown>>) => {
  const settled = await result;
  if (settled.ok) throw new Error('it was not refused');
  return settled.refusal;
};

const manifestOf = async (result: Promise<Result<Digest>>): Promise<{ readonly digest: Digest; readonly manifest: Manifest }> => {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.refusal.says);
  return { digest: settled.value, manifest: manifestSchema.parse(opened.journal.document(settled.value)) };
};

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const everythingBelow = (folder: string): string[] => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);

describe('staging a folder', () => {
  test('copies every file with its hash, its mode and its place in the guest', async () => {
    put('b.md', 'second');
    chmodSync(put('a/run.sh', '#!/bin/sh\n'), 0o4755);
    chmodSync(put('a/empty', ''), 0o600);

    const { digest, manifest } = await manifestOf(stage());

    expect(manifest.entries.map(({ path: name, bytes, mode, destination }) => [name, bytes, mode.toString(8), destination])).toEqual([
      ['a/empty', 0, '600', '/workspace/task/a/empty'],
      ['a/run.sh', 10, '755', '/workspace/task/a/run.sh'],
      ['b.md', 6, manifest.entries[2]?.mode.toString(8), '/workspace/task/b.md'],
    ]);
    for (const [index, entry] of manifest.entries.entries()) {
      const copy = readFileSync(stagedFile(stagingFolder(dataFolder, binding.id, digest), index));
      expect(entry.sourceDigest).toBe(sha256(readFileSync(path.join(source, entry.path))));
      expect(entry.stagedDigest).toBe(sha256(copy));
    }
  });

  test('records what was staged, about this worker and this manifest', async () => {
    put('one', 'x'.repeat(10));
    put('two', 'y'.repeat(5));

    const { digest } = await manifestOf(stage());

    const [projection] = opened.journal.world.bindings.get(binding.id)?.projections ?? [];
    expect(projection).toMatchObject({ manifest: digest, staged: { value: { files: 2, bytes: 15 } } });
  });

  test('the same files give the same manifest, and its staging takes the earlier one’s place', async () => {
    put('one');
    const first = await manifestOf(stage());
    const again = await manifestOf(stage());

    expect(again.digest).toBe(first.digest);
    expect(everythingBelow(dataFolder)).toEqual(['00000']);
  });

  test('native settings go to the harness’s home', async () => {
    put('settings.json', '{}');

    expect((await manifestOf(stage({ class: 'native_settings' }))).manifest.entries[0]?.destination).toBe('/state/home/settings.json');
  });

  test('the chosen folder itself may be reached through a link', async () => {
    put('one');
    const link = path.join(aTemporaryFolder(), 'link');
    symlinkSync(source, link);

    expect((await manifestOf(stage({ chosen: { kind: 'folder', path: link } }))).manifest.entries).toHaveLength(1);
  });

  test('tells its progress up to the end', async () => {
    for (let index = 0; index < 20; index += 1) put(`f${index}`, 'x'.repeat(1000));
    const told: StagingProgress[] = [];

    await manifestOf(stage({ onProgress: (progress) => told.push(progress) }));

    expect(told.at(-1)).toEqual({ files: 20, totalFiles: 20, bytes: 20_000, totalBytes: 20_000 });
  });

  test('stages thousands of files in memory that does not grow with them', async () => {
    for (let index = 0; index < 2000; index += 1) put(`d${index % 50}/f${index}`, `content ${index}`);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = 0;

    const { manifest } = await manifestOf(stage({ onProgress: ({ files }) => { if (files % 100 === 0) most = Math.max(most, process.memoryUsage().rss - before); } }));

    expect(manifest.entries).toHaveLength(2000);
    expect(most).toBeLessThan(64 * 1024 * 1024);
  }, 60_000);
});

describe('staging chosen files', () => {
  test('takes each under its own name', async () => {
    const paths = [put('x/one.md'), put('y/two.md')];

    const { manifest } = await manifestOf(stage({ chosen: { kind: 'files', paths } }));

    expect(manifest.entries.map((entry) => entry.path)).toEqual(['one.md', 'two.md']);
  });

  test('refuses two of the same name', async () => {
    const paths = [put('x/one.md'), put('y/one.md')];

    expect(await refusalOf(stage({ chosen: { kind: 'files', paths } }))).toMatchObject({ code: 'bad_input', says: 'Two of the chosen files are called “one.md”.' });
  });

  test('refuses a chosen link', async () => {
    put('target');
    symlinkSync(path.join(source, 'target'), path.join(source, 'link'));

    expect(await refusalOf(stage({ chosen: { kind: 'files', paths: [path.join(source, 'link')] } }))).toMatchObject({ code: 'unsafe_file' });
  });
});

describe('what staging refuses, by name', () => {
  test.each<[string, () => void | Promise<void>, string, string]>([
    ['a link that leads out', () => symlinkSync('/etc/passwd', path.join(source, 'evil')), 'unsafe_file', '“evil” is a link'],
    ['a link that stays inside', () => { put('target'); symlinkSync('target', path.join(source, 'link')); }, 'unsafe_file', '“link” is a link'],
    ['a link to a folder', () => symlinkSync('/etc', path.join(source, 'folder')), 'unsafe_file', '“folder” is a link'],
    ['a dangling link', () => symlinkSync('/not/there', path.join(source, 'dangling')), 'unsafe_file', '“dangling” is a link'],
    ['a named pipe, without waiting for its other end', () => void execFileSync('mkfifo', [path.join(source, 'pipe')]), 'unsafe_file', '“pipe” is a named pipe'],
    ['a socket', () => listenAt(path.join(source, 'socket')), 'unsafe_file', '“socket” is a socket'],
    ['a name that is not UTF-8', () => writeFileSync(Buffer.concat([Buffer.from(`${source}/`), Buffer.from([0x61, 0xff])]), ''), 'unsafe_file', 'has a name that is not UTF-8'],
    ['a name with a backslash', () => void put('a\\b'), 'unsafe_file', 'holds a backslash'],
    ['a name that reads as a drive', () => void put('C:x'), 'unsafe_file', 'names a drive'],
    ['a folder without files', () => void mkdirSync(path.join(source, 'empty')), 'bad_input', 'There is no file'],
  ])('%s', async (_what, prepare, code, says) => {
    await prepare();

    const refusal = await refusalOf(stage());

    expect(refusal.code).toBe(code);
    expect(refusal.says).toContain(says);
    expect(refusal.todo).not.toBe('');
    expect(everythingBelow(dataFolder)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('a device', async () => {
    execFileSync('mknod', [path.join(source, 'null'), 'c', '1', '3']);

    expect(await refusalOf(stage())).toMatchObject({ code: 'unsafe_file', says: '“null” is a device, not a regular file.' });
  });

  test('a file that this account cannot read', async () => {
    chmodSync(put('secret'), 0);
    for (const folder of [source, dataFolder]) chmodSync(folder, 0o777);

    expect(await asOrdinaryUser(() => refusalOf(stage()))).toMatchObject({ code: 'unsafe_file', says: '“secret” cannot be read by this account.' });
  });

  test('more files than allowed, and more bytes than allowed', async () => {
    for (const name of ['a', 'b', 'c']) put(name, 'x'.repeat(100));

    expect(await refusalOf(stage({ limits: { files: 2, bytes: 1e9 } }))).toMatchObject({ code: 'too_large', says: 'What was chosen holds more than 2 files.' });
    expect(await refusalOf(stage({ limits: { files: 9, bytes: 299 } }))).toMatchObject({ code: 'too_large', says: 'What was chosen holds more than 299 bytes.' });
    expect(await stage({ limits: { files: 3, bytes: 300 } })).toMatchObject({ ok: true });
    expect(everythingBelow(dataFolder)).toHaveLength(3);
  });

  test('what is not there any more', async () => {
    expect(await refusalOf(stage({ chosen: { kind: 'folder', path: '/not/there' } }))).toMatchObject({ code: 'changed_since' });
  });

  test('names are shown without what could mislead', async () => {
    symlinkSync('x', path.join(source, 'a\u202egnp\n.exe'));

    expect((await refusalOf(stage())).says).toContain('“a\\u{202e}gnp\\u{a}.exe”');
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
    const file = put('file', large);

    expect(await refusalOf(stage(during(() => change(file))))).toMatchObject({ code: 'changed_since', says: '“file” was changed while it was being staged.' });
    expect(everythingBelow(dataFolder)).toEqual([]);
  });

  test('is refused when a later file was replaced by a link or another file', async () => {
    for (const replace of [(file: string) => symlinkSync('/etc/passwd', file), (file: string) => writeFileSync(file, 'other')]) {
      for (let index = 0; index < 8; index += 1) put(`a${index}`, large);
      const last = put('z', 'mine');
      expect(await refusalOf(stage(during(() => { rmSync(last); replace(last); })))).toMatchObject({ code: 'changed_since' });
      rmSync(last);
    }
  });

  test('is refused when a folder on the way was swapped for a link, though the file behind it is the very same', async () => {
    for (let index = 0; index < 8; index += 1) put(`a${index}`, large);
    put('z/file', 'mine');
    const elsewhere = path.join(aTemporaryFolder(), 'elsewhere');

    const refusal = await refusalOf(stage(during(() => { renameSync(path.join(source, 'z'), elsewhere); symlinkSync(elsewhere, path.join(source, 'z')); })));

    expect(refusal).toMatchObject({ code: 'unsafe_file', says: '“z/file” lies elsewhere: a folder on the way to it was replaced by a link.' });
  });
});

test('nothing is staged that could not be recorded', async () => {
  put('one');
  fillTheDisk(opened.ledger);
  expect(() => { for (;;) opened.journal.append(aDecision()); }).toThrow();

  expect(await refusalOf(stage())).toMatchObject({ code: 'ledger_not_writable' });
  expect(everythingBelow(dataFolder)).toEqual([]);
});

describe('staging that is stopped', () => {
  test('keeps nothing when it is cancelled', async () => {
    for (let index = 0; index < 8; index += 1) put(`a${index}`, Buffer.alloc(1024 * 1024));
    const stop = new AbortController();

    const refusal = await refusalOf(stage({ signal: stop.signal, onProgress: () => stop.abort() }));

    expect(refusal.code).toBe('cancelled');
    expect(everythingBelow(dataFolder)).toEqual([]);
    expect(opened.journal.world.bindings.get(binding.id)?.projections).toEqual([]);
  });

  test('what a console left unfinished is swept, what was finished stays until the worker is forgotten', async () => {
    put('one');
    await manifestOf(stage());
    const unfinished = path.join(dataFolder, 'staging', binding.id, '.new-abc');
    mkdirSync(unfinished);
    writeFileSync(path.join(unfinished, '00000'), 'half');

    await sweepUnfinishedStaging(dataFolder);
    expect(everythingBelow(dataFolder)).toEqual(['00000']);

    await forgetStaging(dataFolder, binding.id);
    expect(everythingBelow(dataFolder)).toEqual([]);
  });
});

async function listenAt(socket: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
}
