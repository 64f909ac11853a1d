import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportArtifact } from '../../electron/host/artifacts/export-artifact.ts';
import { FilePublisher } from '../../electron/host/artifacts/publish-file.ts';
import { dropHalfCopies, sweepOutgoing } from '../../electron/host/artifacts/outgoing-files.ts';
import { refusalOfDisk } from '../../electron/host/artifacts/when-storable.ts';
import { spendToken } from '../../electron/host/attempts/effect-token.ts';
import { EngineFault, EngineUnreachableError, type EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { aDigest, anExecutionId, anInstant } from '../support/builders.ts';
import { unreadPublications } from '../../shared/binding.ts';
import { eventually } from '../support/eventually.ts';
import { filesBelow, MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { tarEntry, tarOf } from '../support/tar-bytes.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { aTinyDisk } from '../support/tiny-disk.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

describe('exporting a result', () => {
  test('publishes exactly its bytes below the export folder, for its owner alone', async () => {
    worker.guest.file(reportPath, '# Report\n');

    const result = await worker.exported();

    expect(result).toMatchObject({ ok: true, value: { outcome: 'published', bytes: 9, destination: worker.exportPlace('results/report.md') } });
    expect(readFileSync(worker.exportPlace('results/report.md'), 'utf8')).toBe('# Report\n');
    expect(statSync(worker.exportPlace('results/report.md')).mode & 0o777).toBe(0o600);
    expect(worker.outgoing).toEqual([]);
  });

  test('is asked for as one attempt and ended by an observation', async () => {
    worker.guest.file(reportPath, 'x');

    await worker.exported();

    expect(worker.artifact()?.publications.map(({ operation, settlement }) => [operation, settlement?.disposition])).toEqual([['publish_file', 'applied']]);
    expect(worker.artifact()?.exported?.value).toMatchObject({ outcome: 'published' });
  });

  test('takes an empty file', async () => {
    worker.guest.file(reportPath, '');

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'published', bytes: 0 } });
  });

  test.each([
    ['a:b.csv', 'a%3Ab.csv'], ['C:x', 'C%3Ax'], ['a\\b', 'a%5Cb'], ['..\\..\\x', '..%5C..%5Cx'], ['line\nbreak', 'line%0Abreak'], ['a\\b/c:d', 'a%5Cb/c%3Ad'],
  ])('takes %j, which is a name like any other in the guest', async (name, place) => {
    if (name.includes('/')) worker.guest.folder(`/workspace/results/${name.slice(0, name.indexOf('/'))}`);
    worker.guest.file(`/workspace/results/${name}`, 'x');

    expect(await worker.exported(`/workspace/results/${name}`)).toMatchObject({ ok: true, value: { outcome: 'published', destination: worker.exportPlace('results', place) } });
    expect(filesBelow(worker.exportFolder)).toHaveLength(1);
  });

  test('once more with the same bytes finds them there already', async () => {
    worker.guest.file(reportPath, 'x');
    await worker.exported();

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'already_there' } });
    expect(worker.artifact()?.publications.map(({ settlement }) => settlement?.disposition)).toEqual(['applied', 'no_op']);
    expect(worker.outgoing).toEqual([]);
  });

  test('never overwrites other bytes', async () => {
    mkdirSync(path.dirname(worker.exportPlace('results/report.md')), { recursive: true });
    writeFileSync(worker.exportPlace('results/report.md'), 'somebody’s');
    worker.guest.file(reportPath, 'second');

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'refused', says: `${worker.exportPlace('results/report.md')}: other bytes are there already. Nothing was overwritten; mend this or choose another export folder, then export again` } });
    expect(readFileSync(worker.exportPlace('results/report.md'), 'utf8')).toBe('somebody’s');
  });

  test('leaves after each launch anew, beside what an earlier execution gave', async () => {
    await worker.launched(anExecutionId(1));
    worker.guest.ends(anInstant(2));
    worker.guest.file(reportPath, 'first');
    await worker.exported();
    await worker.launched(anExecutionId(2));
    worker.guest.file(reportPath, 'second');

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'published', destination: `${worker.exportPlace()}-run-2/results/report.md`, execution: anExecutionId(2) } });
    expect(worker.journal.document(worker.artifact()?.publications.at(-1)?.intent.params ?? aDigest())).toMatchObject({ execution: anExecutionId(2) });
    expect(readFileSync(worker.exportPlace('results/report.md'), 'utf8')).toBe('first');
  });

  test('says that there was nothing, once the worker has ended', async () => {
    worker.guest.state = 'exited';

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'nothing' } });
    expect(worker.artifact()?.exported?.value.outcome).toBe('nothing');
    expect(await worker.exported('/workspace/not/there.md')).toMatchObject({ ok: true, value: { outcome: 'nothing' } });
  });

  test.each(['running', 'paused', 'restarting'] as const)('does not say so while it is %s', async (state) => {
    worker.guest.state = state;

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(worker.artifact()?.exported).toBeUndefined();
  });
});

describe('an export that fails before anything is published', () => {
  const exportedTo = (dataFolder: string) => exportArtifact(Object.assign(Object.create(worker) as MemoryWorker, { dataFolder }), worker.id, { path: reportPath, maxBytes: 10_000_000, exportFolder: worker.exportFolder });
  const failure = () => worker.artifact()?.exported?.value;

  test.each<[string, () => void, string]>([
    ['a damaged archive', () => worker.guest.forged.set(reportPath, Buffer.from('x'.repeat(2000))), 'cannot be read'],
    ['an archive of more than it', () => worker.guest.forged.set(reportPath, tarOf(tarEntry({ name: 'report.md' }, 'x'), tarEntry({ name: 'y' }, 'y'))), 'cannot be read: more than 1 entries'],
    ['an engine that refuses', () => { const { reader } = worker.guest; worker.readers.at = () => ({ ...reader, archive: async () => { throw new EngineFault('it says no'); } }); }, 'it says no'],
    ['a container that is gone', () => { const { reader } = worker.guest; worker.readers.at = () => ({ ...reader, inspectContainer: async () => null }); }, 'is not there any more'],
  ])('keeps why: %s', async (_what, prepare, says) => {
    worker.guest.file(reportPath, 'x');
    prepare();

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { says: expect.stringContaining(says) } });
    expect(failure()).toEqual({ outcome: 'refused', says: expect.stringContaining(says) });
    expect(worker.outgoing).toEqual([]);
  });

  test('keeps that there is no room for it here, and says what to do', async (context) => {
    const disk = aTinyDisk(256 * 1024);
    if (disk === undefined) return context.skip();
    worker.guest.file(reportPath, Buffer.alloc(3_000_000, 1));

    expect(await exportedTo(disk)).toMatchObject({ ok: false, refusal: { code: 'too_large', todo: 'Make room there, then export again.' } });
    expect(failure()).toEqual({ outcome: 'refused', says: expect.stringContaining('There is no room left') });
    expect(filesBelow(disk)).toEqual([]);
  });

  test('keeps that the folder for it here is not one', async () => {
    const dataFolder = aTemporaryFolder();
    writeFileSync(path.join(dataFolder, 'outgoing'), '');
    worker.guest.file(reportPath, 'x');

    expect(await exportedTo(dataFolder)).toMatchObject({ ok: false, refusal: { code: 'unsafe_file' } });
    expect(failure()?.outcome).toBe('refused');
  });

  test.each(['EIO', 'EDQUOT', 'EROFS', 'EACCES', 'EMFILE', 'EFBIG'])('tells a person what %s of the disk here means', (code) => {
    expect(refusalOfDisk(code, reportPath)?.says).toContain(reportPath);
    expect(refusalOfDisk('', reportPath)).toBeNull();
  });

  test('keeps what nobody expected, too, and lets it through', async () => {
    const { reader } = worker.guest;
    worker.readers.at = () => ({ ...reader, archive: async () => { throw new TypeError('a fault of ours'); } });

    await expect(worker.exported()).rejects.toThrow('a fault of ours');
    expect(failure()).toEqual({ outcome: 'refused', says: 'a fault of ours' });
  });

  test('keeps nothing where the engine is gone: that passes, and is no failure of the result', async () => {
    worker.guest.file(reportPath, 'x');
    worker.guest.isReachable = false;

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { code: 'engine_unreachable' } });
    expect(failure()).toBeUndefined();
  });

  test('keeps that the engine went while it came out: it was tried, and a part of it is no result', async () => {
    worker.guest.file(reportPath, 'x'.repeat(3_000_000));
    const { reader } = worker.guest;
    worker.readers.at = () => ({ ...reader, archive: async (...asked: Parameters<EngineReader['archive']>) => cutHalfWay(await reader.archive(...asked)) });

    expect(await exportArtifact(worker, worker.id, { path: reportPath, maxBytes: 4_000_000, exportFolder: worker.exportFolder })).toMatchObject({ ok: false, refusal: { code: 'engine_unreachable' } });

    expect(failure()).toMatchObject({ outcome: 'refused', says: expect.stringContaining('cannot be reached') as string });
  });

  test('keeps nothing where it was cancelled', async () => {
    const stop = new AbortController();
    worker.guest.file(reportPath, 'x');
    stop.abort();

    expect(await exportArtifact(worker, worker.id, { path: reportPath, maxBytes: 10, exportFolder: worker.exportFolder, signal: stop.signal })).toMatchObject({ ok: false, refusal: { code: 'cancelled' } });
    expect(failure()).toBeUndefined();
  });

  test('says nothing of a result that is out already', async () => {
    worker.guest.file(reportPath, 'x');
    await worker.exported();
    worker.guest.isReachable = false;

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { code: 'engine_unreachable' } });
    expect(failure()?.outcome).toBe('published');
  });
});

describe('a publication that goes wrong', () => {
  test('a folder below the export folder that is a link is refused and not followed', async () => {
    const elsewhere = aTemporaryFolder();
    symlinkSync(elsewhere, path.join(worker.exportFolder, 'reviewer@atlas'));
    worker.guest.file(reportPath, 'x');

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'refused', says: expect.stringContaining('is a link, not a folder') } });
    expect(filesBelow(elsewhere)).toEqual([]);
  });

  test('a link at the destination is refused and not followed', async () => {
    const target = path.join(aTemporaryFolder(), 'target');
    mkdirSync(worker.exportPlace('results'), { recursive: true });
    symlinkSync(target, worker.exportPlace('results/report.md'));
    worker.guest.file(reportPath, 'x');

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    expect(existsSync(target)).toBe(false);
  });

  test('the export folder itself may be reached through a link', async () => {
    const link = path.join(aTemporaryFolder(), 'link');
    symlinkSync(worker.exportFolder, link);
    worker.guest.file(reportPath, 'x');
    worker.files = new FilePublisher('publish_file', () => link);

    expect(await exportArtifact(worker, worker.id, { path: reportPath, maxBytes: 10, exportFolder: link })).toMatchObject({ ok: true, value: { outcome: 'published' } });
    expect(existsSync(worker.exportPlace('results/report.md'))).toBe(true);
  });

  test('a lost answer is settled by the bytes at the destination', async () => {
    const real = worker.files;
    worker.files = { publish: async (token, file) => { await real.publish(token, file); return { kind: 'unclear', says: 'no answer' }; } };
    worker.guest.file(reportPath, 'x');

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'published' } });
    expect(worker.artifact()?.publications[0]?.settlement).toMatchObject({ disposition: 'applied', evidence: [{ kind: 'bytes', bytes: 1 }] });
  });

  test('what stays unconfirmed keeps its staged copy as evidence until it is settled', async () => {
    worker.files = { publish: async (token) => { spendToken(token, 'publish_file'); return { kind: 'unclear', says: 'no answer' }; } };
    worker.guest.file(reportPath, 'x');

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.artifact()?.exported).toBeUndefined();
    await sweepOutgoing(worker.dataFolder, worker.journal);
    expect(worker.outgoing).toHaveLength(1);
  });

  test('what earlier runs left behind is swept', async () => {
    await sweepOutgoing(worker.dataFolder, worker.journal);
    writeFileSync(path.join(worker.dataFolder, 'outgoing', 'left'), 'x');

    await sweepOutgoing(worker.dataFolder, worker.journal);

    expect(worker.outgoing).toEqual([]);
  });

  test('a copy that a killed console left half made beside its destination goes once the attempt is settled', async () => {
    const publish = worker.files;
    worker.files = { publish: async (token) => { spendToken(token, 'publish_file'); return { kind: 'unclear', says: 'no answer' }; } };
    worker.guest.file(reportPath, 'x');
    await worker.exported();
    const [attempt] = worker.journal.world.open.keys();
    const copy = worker.exportPlace('results', `.${attempt}.part`);
    mkdirSync(path.dirname(copy), { recursive: true });
    writeFileSync(copy, '');
    const faults: unknown[] = [];

    dropHalfCopies(worker.journal, (error) => faults.push(error));
    expect(existsSync(copy)).toBe(true);
    writeFileSync(worker.exportPlace('results', 'report.md'), 'x');
    worker.files = publish;
    await worker.attempts.reconcile();

    await eventually(() => expect(existsSync(copy)).toBe(false));
    expect(faults).toEqual([]);
  });

  test('one that is cancelled before its file appears is no refusal by anybody', async () => {
    const stop = new AbortController();
    const real = worker.files;
    worker.files = { publish: (token, file, signal) => { stop.abort(); return real.publish(token, file, signal); } };
    worker.guest.file(reportPath, 'x');

    expect(await exportArtifact(worker, worker.id, { path: reportPath, maxBytes: 10, exportFolder: worker.exportFolder, signal: stop.signal })).toMatchObject({ ok: false, refusal: { code: 'cancelled' } });
    expect(worker.artifact()?.publications[0]?.settlement).toMatchObject({ disposition: 'refused' });
    expect(worker.artifact()?.exported).toBeUndefined();
    expect(filesBelow(worker.exportFolder)).toEqual([]);
    expect(worker.outgoing).toEqual([]);
  });

  test('a second place that does not take what left already leaves the row as it is', async () => {
    worker.guest.file(reportPath, 'x');
    await worker.exported();
    const before = worker.artifact()?.exported;
    worker.files = { publish: async (token) => { spendToken(token, 'publish_file'); return { kind: 'refused', status: 403, says: 'there is no room left' }; } };

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { code: 'destination_taken', says: expect.stringContaining('there is no room left') } });
    expect(worker.artifact()?.exported).toEqual(before);
  });

  test('and one that was cancelled is not told as a refusal at the next start either', async () => {
    const stop = new AbortController();
    const real = worker.files;
    worker.files = { publish: (token, file, signal) => { stop.abort(); return real.publish(token, file, signal); } };
    worker.guest.file(reportPath, 'x');
    await exportArtifact(worker, worker.id, { path: reportPath, maxBytes: 10, exportFolder: worker.exportFolder, signal: stop.signal });

    expect(unreadPublications(worker.binding)).toEqual([]);
  });

  test('a copy that this console left beside its destination goes once the attempt is settled', async () => {
    dropHalfCopies(worker.journal, () => undefined);
    const real = worker.files;
    const copies: string[] = [];
    worker.files = { publish: async (token, file) => {
      copies.push(worker.exportPlace('results', `.${token.attempt}.part`));
      await real.publish(token, file);
      writeFileSync(copies[0] ?? '', '');
      return { kind: 'unclear', says: 'no answer' };
    } };
    worker.guest.file(reportPath, 'x');

    expect(await worker.exported()).toMatchObject({ ok: true, value: { outcome: 'published' } });
    await eventually(() => expect(existsSync(copies[0] ?? '')).toBe(false));
  });

  test('the container that is not ours any more is not asked', async () => {
    worker.guest.things.clear();
    const other = worker.guest.reader;
    worker.readers.at = () => ({ ...other, inspectContainer: async () => null });

    expect(await worker.exported()).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});

/** The first two megabytes, and then the end of the connection. */
function cutHalfWay(archive: Readable | null): Readable {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    let came = 0;
    for await (const piece of archive ?? []) {
      yield piece as Buffer;
      came += (piece as Buffer).length;
      if (came > 2_000_000) throw new EngineUnreachableError('cut', 'the connection was cut');
    }
  };
  return Readable.from(pieces(), { objectMode: false });
}
