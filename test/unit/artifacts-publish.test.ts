import { existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { FilePublisher } from '../../electron/host/artifacts/publish-file.ts';
import { folderIfThere, publishedGoal } from '../../electron/host/artifacts/published-goal.ts';
import { EffectWithoutAttemptError, mintToken, type EffectToken } from '../../electron/host/attempts/effect-token.ts';
import { digestText, sha256 } from '../../electron/host/ledger/digest.ts';
import type { Attempt } from '../../shared/attempt.ts';
import { aboutArtifact, anAttemptId, anInstant, aDigest } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { operator } from '../../shared/receipt.ts';

let exportFolder: string;
let staged: string;
let destination: string;
let publisher: FilePublisher;

beforeEach(() => {
  exportFolder = path.join(aTemporaryFolder(), 'exports');
  staged = path.join(aTemporaryFolder(), 'staged');
  destination = path.join(exportFolder, 'a/b/report.md');
  writeFileSync(staged, 'bytes', { mode: 0o600 });
  publisher = new FilePublisher('publish_file', () => exportFolder);
});

const token = (): EffectToken => mintToken(anAttemptId(), 'publish_file', 1);
const publish = (file: Partial<{ staged: string; destination: string }> = {}) => publisher.publish(token(), { staged, destination, ...file });

/** Another file system than the one temporary folders are on, where this machine has one. */
const otherFileSystem = existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(process.env['TMPDIR'] ?? '/tmp').dev ? '/dev/shm' : undefined;

describe('publishing a file', () => {
  test('makes the folders on the way and moves the staged file there', async () => {
    expect(await publish()).toEqual({ kind: 'applied', status: 201 });
    expect(readFileSync(destination, 'utf8')).toBe('bytes');
    expect(existsSync(staged)).toBe(false);
  });

  test('needs the token of an attempt, once', async () => {
    const once = token();
    await publisher.publish(once, { staged, destination });

    await expect(publisher.publish(once, { staged, destination })).rejects.toThrow(EffectWithoutAttemptError);
    await expect(publisher.publish(mintToken(anAttemptId(), 'deliver', 1), { staged, destination })).rejects.toThrow(EffectWithoutAttemptError);
  });

  test.each<[string, () => void]>([
    ['a file', () => writeFileSync(destination, 'theirs')],
    ['the same bytes', () => writeFileSync(destination, 'bytes')],
    ['a folder', () => mkdirSync(destination)],
    ['a dangling link', () => symlinkSync('/not/there', destination)],
  ])('never replaces %s that is there: the bytes decide later', async (_what, prepare) => {
    mkdirSync(path.dirname(destination), { recursive: true });
    prepare();
    const before = lstatSync(destination).ino;

    expect(await publish()).toMatchObject({ kind: 'ambiguous', status: 409 });
    expect(lstatSync(destination).ino).toBe(before);
    expect(readFileSync(staged, 'utf8')).toBe('bytes');
  });

  test('refuses a destination outside the export folder', async () => {
    for (const outside of [path.join(exportFolder, '..', 'x'), '/tmp/x', path.join(exportFolder, 'a/../../x')]) {
      expect(await publish({ destination: outside })).toMatchObject({ kind: 'refused', says: expect.stringContaining('does not lie below the export folder') });
    }
  });

  test.each<[string, string]>([['right below it', 'a'], ['further down', 'a/b']])('refuses a link %s', async (_where, place) => {
    const elsewhere = aTemporaryFolder();
    mkdirSync(path.dirname(path.join(exportFolder, place)), { recursive: true });
    symlinkSync(elsewhere, path.join(exportFolder, place));

    expect(await publish()).toMatchObject({ kind: 'refused', says: expect.stringContaining('is a link, not a folder') });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('refuses a file where a folder has to be', async () => {
    mkdirSync(exportFolder, { recursive: true });
    writeFileSync(path.join(exportFolder, 'a'), '');

    expect(await publish()).toMatchObject({ kind: 'refused', says: expect.stringContaining('is a file, not a folder') });
  });

  test('a staged file that is gone publishes nothing', async () => {
    rmSync(staged);

    expect(await publish()).toMatchObject({ kind: 'unclear' });
    expect(existsSync(destination)).toBe(false);
  });

  test.runIf(otherFileSystem)('across file systems appears whole, keeps nothing beside it and overwrites nothing', async () => {
    exportFolder = mkdtempSync(path.join(otherFileSystem ?? '', 'bailiwick-test-'));
    onTestFinished(() => rmSync(exportFolder, { recursive: true }));
    destination = path.join(exportFolder, 'a/report.md');

    expect(await publish()).toMatchObject({ kind: 'applied' });
    expect(readdirSync(path.dirname(destination))).toEqual(['report.md']);
    expect(readFileSync(destination, 'utf8')).toBe('bytes');
    expect(existsSync(staged)).toBe(false);

    writeFileSync(staged, 'other');
    expect(await publish()).toMatchObject({ kind: 'ambiguous' });
    expect(readdirSync(path.dirname(destination))).toEqual(['report.md']);
    expect(readFileSync(destination, 'utf8')).toBe('bytes');
  });

  test('that was ended before its file appeared publishes nothing', async () => {
    expect(await publisher.publish(token(), { staged, destination }, AbortSignal.abort())).toEqual({ kind: 'refused', status: 403, says: 'this console ended it before anything appeared there' });
    expect(existsSync(destination)).toBe(false);
    expect(existsSync(staged)).toBe(true);
  });

  test.runIf(otherFileSystem).each<[string, (stop: AbortController) => void]>([
    ['its time is over', (stop) => stop.abort()],
    ['the console ends its calls', () => publisher.cut()],
  ])('a copy to another file system ends where %s, and its file never appears', async (_what, end) => {
    exportFolder = mkdtempSync(path.join(otherFileSystem ?? '', 'bailiwick-test-'));
    onTestFinished(() => rmSync(exportFolder, { recursive: true }));
    destination = path.join(exportFolder, 'report.md');
    writeFileSync(staged, Buffer.alloc(64_000_000, 1));
    const stop = new AbortController();

    const publishing = publisher.publish(token(), { staged, destination }, stop.signal);
    await eventually(() => expect(readdirSync(exportFolder)).toEqual([`.${anAttemptId()}.part`]));
    end(stop);

    expect(await publishing).toMatchObject({ kind: 'refused' });
    expect(readdirSync(exportFolder)).toEqual([]);
    expect(existsSync(staged)).toBe(true);
    expect(await publish()).toMatchObject({ kind: 'applied' });
  });
});

describe('what fails after the file appeared', () => {
  const attempt: Attempt = { id: anAttemptId(), operation: 'publish_file', about: aboutArtifact(), actor: operator, intent: { seq: 1, at: anInstant(), epoch: 1, deadline: anInstant(60), params: aDigest() } };
  const params = () => ({ destination, staged, digest: digestText(sha256(Buffer.from('bytes'))), bytes: 5 });

  test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'ENOTSUP'])('is no refusal: after %s the bytes tell that it was published', async (code) => {
    await folderAnswers(code);

    expect(await publish()).toEqual({ kind: 'unclear', says: `it appeared there, and then: ${code}` });
    expect(await publishedGoal(attempt, params())).toMatchObject({ kind: 'shown', disposition: 'applied' });
  });

  test.runIf(otherFileSystem)('leaves its copy beside it across file systems, which tells whose it is', async () => {
    exportFolder = mkdtempSync(path.join(otherFileSystem ?? '', 'bailiwick-test-'));
    onTestFinished(() => rmSync(exportFolder, { recursive: true }));
    destination = path.join(exportFolder, 'report.md');
    await folderAnswers('EIO');

    expect(await publish()).toMatchObject({ kind: 'unclear' });
    expect(existsSync(staged)).toBe(true);
    expect(await publishedGoal(attempt, params())).toMatchObject({ kind: 'shown', disposition: 'applied' });
  });
});

/** The next time that a folder is to be written to the disk, that fails so. */
async function folderAnswers(code: string): Promise<void> {
  const any = await open(exportFolder.slice(0, exportFolder.lastIndexOf('/')), 'r');
  const failing = vi.spyOn(Object.getPrototypeOf(any) as FileHandle, 'sync').mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  onTestFinished(() => failing.mockRestore());
  await any.close();
}

describe('whether a file was published', () => {
  const attempt: Attempt = { id: anAttemptId(), operation: 'publish_file', about: aboutArtifact(), actor: operator, intent: { seq: 1, at: anInstant(), epoch: 1, deadline: anInstant(60), params: aDigest() } };
  const digest = digestText(sha256(Buffer.from('bytes')));
  const read = () => publishedGoal(attempt, { destination, staged, digest, bytes: 5 });
  const there = (content: string) => {
    mkdirSync(path.dirname(destination), { recursive: true });
    writeFileSync(destination, content);
  };

  test('is not shown while nothing is there', async () => {
    expect(await read()).toMatchObject({ kind: 'not_shown' });
  });

  test('is shown by the same bytes, with their hash as evidence', async () => {
    await publish();

    expect(await read()).toMatchObject({ kind: 'shown', disposition: 'applied', evidence: [{ kind: 'bytes', of: destination, digest, bytes: 5 }] });
  });

  test('a process that died between its two steps had published it', async () => {
    await publish();
    linkSync(destination, staged);

    expect(await read()).toMatchObject({ kind: 'shown', disposition: 'applied' });
  });

  test('a process that died between its two steps across file systems had published it', async () => {
    there('bytes');
    linkSync(destination, path.join(path.dirname(destination), `.${attempt.id}.part`));

    expect(await read()).toMatchObject({ kind: 'shown', disposition: 'applied' });
  });

  test('a process that died before its last step across file systems had published it', async () => {
    there('bytes');
    linkSync(destination, path.join(path.dirname(destination), `.${attempt.id}.part`));
    rmSync(staged);

    expect(await read()).toMatchObject({ kind: 'shown', disposition: 'applied' });
  });

  test('the same bytes that another put there are no effect of ours', async () => {
    there('bytes');

    expect(await read()).toMatchObject({ kind: 'shown', disposition: 'no_op' });
  });

  test('other bytes refuse it', async () => {
    there('other');

    expect(await read()).toMatchObject({ kind: 'shown', disposition: 'refused', evidence: [{ kind: 'bytes', digest: digestText(sha256(Buffer.from('other'))) }] });
  });

  test('a link or a folder there refuses it, and is not read through', async () => {
    mkdirSync(path.dirname(destination), { recursive: true });
    symlinkSync(staged, destination);

    expect(await read()).toMatchObject({ kind: 'shown', disposition: 'refused' });
  });

  test('cannot be read where the chosen folder is not there any more: its disk may have it', async () => {
    const missing = path.join(aTemporaryFolder(), 'unplugged');
    const inIt = (folder: string) => publishedGoal(attempt, { destination: path.join(missing, 'report.md'), staged, digest, bytes: 5, folder });

    expect(await inIt(missing)).toEqual({ kind: 'unreadable', says: expect.stringContaining(`the folder ${missing} is not there`), blocker: 'file_unreadable' });
    expect(await inIt(path.dirname(missing))).toMatchObject({ kind: 'not_shown' });
  });

  test('is asked with the chosen folder only where that is there: what was never there hides nothing', async () => {
    const folder = aTemporaryFolder();

    expect(await folderIfThere(folder)).toEqual({ folder });
    expect(await folderIfThere(path.join(folder, 'not-yet'))).toEqual({});
  });

  test('cannot be read without knowing what was to be published', async () => {
    expect(await publishedGoal(attempt, undefined)).toMatchObject({ kind: 'unreadable' });
  });
});
