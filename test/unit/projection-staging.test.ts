import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { stageSources, type StagingProgress } from '../../electron/host/projection/stage-sources.ts';
import { forgetStaging, newStaging, stagedFile, stagingFolder, stagingOf, sweepUnfinishedStaging, sweepUntoldStaging, withStaging } from '../../electron/host/projection/staging-folder.ts';
import { stagedManifests } from '../../shared/binding.ts';
import { ok } from '../../shared/result.ts';
import { aboutBinding, aDecision, aDigest, anObservation } from '../support/builders.ts';
import { fillTheDisk } from '../support/ledgers.ts';
import { nobodyIsAsked, sha256Text, StagingDesk } from '../support/staging-desk.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { sourceThreads } from '../support/threads.ts';
import { aTinyDisk } from '../support/tiny-disk.ts';

let desk: StagingDesk;

beforeEach(() => {
  desk = new StagingDesk();
});

describe('staging a folder', () => {
  test('copies every file with its hash, its mode and its place in the guest', async () => {
    desk.put('b.md', 'second');
    chmodSync(desk.put('a/run.sh', '#!/bin/sh\n'), 0o4755);
    chmodSync(desk.put('a/empty', ''), 0o600);

    const { digest, manifest } = await desk.staged();

    expect(manifest.entries.map(({ path: name, bytes, mode, destination }) => [name, bytes, mode.toString(8), destination])).toEqual([
      ['a/empty', 0, '600', '/workspace/task/a/empty'],
      ['a/run.sh', 10, '755', '/workspace/task/a/run.sh'],
      ['b.md', 6, manifest.entries[2]?.mode.toString(8), '/workspace/task/b.md'],
    ]);
    for (const [index, entry] of manifest.entries.entries()) {
      const copy = readFileSync(stagedFile(stagingFolder(desk.dataFolder, desk.binding.id, digest), index));
      expect(entry.sourceDigest).toBe(sha256Text(readFileSync(path.join(desk.source, entry.path))));
      expect(entry.stagedDigest).toBe(sha256Text(copy));
    }
  });

  test('takes a name that is no text, and a folder of such a name, and spells the bytes', async () => {
    const odd = (...parts: readonly (string | number)[]) => Buffer.concat([Buffer.from(`${desk.source}/`), ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part])))]);
    mkdirSync(odd('in ', 0xe9));
    writeFileSync(odd('in ', 0xe9, '/', 0xff), 'deep');
    writeFileSync(odd('\\xFF'), 'a backslash');

    const { digest, manifest } = await desk.staged();

    expect(manifest.entries.map(({ path: name, destination }) => [name, destination])).toEqual([['\\x5CxFF', '/workspace/task/\\x5CxFF'], ['in \\xE9/\\xFF', '/workspace/task/in \\xE9/\\xFF']]);
    expect(manifest.entries.map((_, index) => readFileSync(stagedFile(stagingFolder(desk.dataFolder, desk.binding.id, digest), index), 'utf8'))).toEqual(['a backslash', 'deep']);
  });

  test('takes a file that the system’s chooser could not spell, where only one of that folder reads so', async () => {
    const place = (byte: number) => Buffer.concat([Buffer.from(`${desk.source}/a`), Buffer.from([byte])]);
    writeFileSync(place(0xff), 'odd');
    const chosen = { kind: 'files', paths: [place(0xff).toString('utf8')] } as const;

    expect((await desk.staged({ chosen })).manifest.entries).toMatchObject([{ path: 'a\\xFF', bytes: 3 }]);

    writeFileSync(place(0xfe), 'other');
    expect(await desk.refused({ chosen })).toMatchObject({ code: 'unsafe_file', says: expect.stringContaining('cannot be told from another') });
  });

  test('takes a file in folders that the chooser could not spell, and none whose own name reads like another', async () => {
    const odd = Buffer.concat([Buffer.from(`${desk.source}/T`), Buffer.from([0xe9]), Buffer.from('l')]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/report.md')]), 'odd');
    const chosen = { kind: 'files', paths: [`${odd.toString('utf8')}/report.md`] } as const;

    expect((await desk.staged({ chosen })).manifest.entries).toMatchObject([{ path: 'report.md', bytes: 3 }]);

    // What a lossy copy makes of the name, beside it.
    mkdirSync(odd.toString('utf8'));
    desk.put(`${path.basename(odd.toString('utf8'))}/report.md`, 'another');
    expect(await desk.refused({ chosen })).toMatchObject({ code: 'unsafe_file', says: expect.stringContaining('cannot be told from another') });
    expect(await desk.refused({ chosen: { kind: 'folder', path: `${desk.source}/gone\uFFFD` } })).toMatchObject({ code: 'not_found', says: expect.stringContaining('is not there: its name cannot be told as text') });
  });

  test('records what was staged, about this worker and this manifest', async () => {
    desk.put('one', 'x'.repeat(10));
    desk.put('two', 'y'.repeat(5));

    const { digest } = await desk.staged();

    const [projection] = desk.opened.journal.world.bindings.get(desk.binding.id)?.projections ?? [];
    expect(projection).toMatchObject({ manifest: digest, staged: { value: { files: 2, bytes: 15 } } });
  });

  test('the same files give the same manifest, and the copies that are there stay: they may be on their way to a guest', async () => {
    desk.put('one');
    const first = await desk.staged();
    const place = stagedFile(stagingFolder(desk.dataFolder, desk.binding.id, first.digest), 0);
    const { ino } = statSync(place);
    const again = await desk.staged();

    expect(again.digest).toBe(first.digest);
    expect(statSync(place).ino).toBe(ino);
    expect(desk.kept).toEqual(['00000']);
  });

  test.each<[string, (file: string) => void]>([
    ['is gone', (file) => rmSync(file)],
    ['is another', (file) => writeFileSync(file, 'two')],
    ['is shorter', (file) => writeFileSync(file, '')],
  ])('the same files take the place of copies of which one %s', async (_how, damage) => {
    desk.put('one');
    const { digest } = await desk.staged();
    const place = stagedFile(stagingFolder(desk.dataFolder, desk.binding.id, digest), 0);
    damage(place);
    await desk.staged();

    expect(readFileSync(place, 'utf8')).toBe('one');
    expect(desk.kept).toEqual(['00000']);
  });

  test('no room is a refusal, also for the line that is put at a file’s end', async ({ skip }) => {
    desk.put('context.md', 'x'.repeat(4096 * 4));
    const disk = aTinyDisk(4096 * 4);
    if (disk === undefined) return skip('this account may not mount a file system');
    const means = { journal: desk.opened.journal, dataFolder: disk, spawn: sourceThreads, readers: { at: nobodyIsAsked } };

    expect(await stageSources(means, { binding: desk.binding, chosen: { kind: 'folder', path: desk.source }, class: 'context' })).toMatchObject({ ok: false, refusal: { code: 'too_large', says: 'There is no room left for the staged copies.' } });
    expect(readdirSync(stagingOf(disk, desk.binding.id))).toEqual([]);
  });

  test('native settings go to the harness’s home', async () => {
    desk.put('settings.json', '{}');

    expect((await desk.staged({ class: 'native_settings' })).manifest.entries[0]?.destination).toBe('/state/home/settings.json');
  });

  test('the chosen folder itself may be reached through a link', async () => {
    desk.put('one');
    const link = path.join(aTemporaryFolder(), 'link');
    symlinkSync(desk.source, link);

    expect((await desk.staged({ chosen: { kind: 'folder', path: link } })).manifest.entries).toHaveLength(1);
  });

  test('tells its progress up to the end', async () => {
    for (let index = 0; index < 20; index += 1) desk.put(`f${index}`, 'x'.repeat(1000));
    const told: StagingProgress[] = [];

    await desk.staged({ onProgress: (progress) => told.push(progress) });

    expect(told.at(-1)).toEqual({ files: 20, totalFiles: 20, bytes: 20_000, totalBytes: 20_000 });
  });

  test('stages thousands of files in memory that does not grow with them', async () => {
    for (let index = 0; index < 2000; index += 1) desk.put(`d${index % 50}/f${index}`, `content ${index}`);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = 0;

    const { manifest } = await desk.staged({ onProgress: ({ files }) => { if (files % 100 === 0) most = Math.max(most, process.memoryUsage().rss - before); } });

    expect(manifest.entries).toHaveLength(2000);
    expect(most).toBeLessThan(64 * 1024 * 1024);
  }, 60_000);
});

describe('staging chosen files', () => {
  test('takes each under its own name', async () => {
    const paths = [desk.put('x/one.md'), desk.put('y/two.md')];

    const { manifest } = await desk.staged({ chosen: { kind: 'files', paths } });

    expect(manifest.entries.map((entry) => entry.path)).toEqual(['one.md', 'two.md']);
  });

  test('refuses two of the same name', async () => {
    const paths = [desk.put('x/one.md'), desk.put('y/one.md')];

    expect(await desk.refused({ chosen: { kind: 'files', paths } })).toMatchObject({ code: 'bad_input', says: 'Two of the chosen files are called “one.md”.' });
  });

  test('refuses a chosen link', async () => {
    desk.put('target');
    symlinkSync(path.join(desk.source, 'target'), path.join(desk.source, 'link'));

    expect(await desk.refused({ chosen: { kind: 'files', paths: [path.join(desk.source, 'link')] } })).toMatchObject({ code: 'unsafe_file' });
  });
});

test('nothing is staged that could not be recorded', async () => {
  desk.put('one');
  fillTheDisk(desk.opened.ledger);
  expect(() => { for (;;) desk.opened.journal.append(aDecision()); }).toThrow();

  expect(await desk.refused()).toMatchObject({ code: 'ledger_not_writable' });
  expect(desk.kept).toEqual([]);
});

describe('staging that is stopped', () => {
  test('keeps nothing when it is cancelled', async () => {
    for (let index = 0; index < 8; index += 1) desk.put(`a${index}`, Buffer.alloc(1024 * 1024));
    const stop = new AbortController();

    const refusal = await desk.refused({ signal: stop.signal, onProgress: () => stop.abort() });

    expect(refusal.code).toBe('cancelled');
    expect(desk.kept).toEqual([]);
    expect(desk.opened.journal.world.bindings.get(desk.binding.id)?.projections).toEqual([]);
  });

  test('what a console left unfinished is swept, what was finished stays until the worker is forgotten', async () => {
    desk.put('one');
    await desk.staged();
    const unfinished = path.join(desk.dataFolder, 'staging', desk.binding.id, '.new-abc');
    mkdirSync(unfinished);
    writeFileSync(path.join(unfinished, '00000'), 'half');

    const underWay = await newStaging(desk.dataFolder, desk.binding.id);

    await sweepUnfinishedStaging(desk.dataFolder);
    expect(existsSync(underWay)).toBe(true);
    expect(desk.kept).toEqual(['00000']);

    await forgetStaging(desk.dataFolder, desk.binding.id);
    expect(desk.kept).toEqual([]);
  });
});

describe('finished copies that no receipt tells of', () => {
  const untold = (): string => {
    const folder = stagingFolder(desk.dataFolder, desk.binding.id, aDigest(99));
    mkdirSync(folder, { recursive: true });
    writeFileSync(stagedFile(folder, 0), 'a copy');
    return folder;
  };
  const sweep = () => sweepUntoldStaging(desk.dataFolder, (id) => (id === desk.binding.id ? stagedManifests(desk.binding) : undefined));

  test('are swept, and those that are told stay', async () => {
    desk.put('one');
    const { digest } = await desk.staged();
    const folder = untold();

    await sweep();

    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(stagingOf(desk.dataFolder, desk.binding.id))).toEqual([digest.slice('sha256:'.length)]);
  });

  test('are swept also where copies of the same files were told of and are gone', async () => {
    desk.put('one');
    const { digest } = await desk.staged();
    desk.opened.journal.append(anObservation('unstaged', { manifests: 1 }, aboutBinding()));

    await sweep();

    expect(existsSync(stagingFolder(desk.dataFolder, desk.binding.id, digest))).toBe(false);
  });

  test('stay while something is staged for their worker: it may be about to be told', async () => {
    const folder = untold();

    await withStaging(desk.dataFolder, desk.binding.id, async () => { await sweep(); return ok(null); });

    expect(existsSync(folder)).toBe(true);
  });

  test('stay where the worker is not known, and what is no copy stays too', async () => {
    const strangers = path.join(desk.dataFolder, 'staging', 'unknown', 'a'.repeat(64));
    const other = path.join(stagingOf(desk.dataFolder, desk.binding.id), 'notes');
    for (const folder of [strangers, other]) mkdirSync(folder, { recursive: true });

    await sweep();

    expect([existsSync(strangers), existsSync(other)]).toEqual([true, true]);
  });
});
