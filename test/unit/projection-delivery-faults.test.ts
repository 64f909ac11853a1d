import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { lookAtGuest } from '../../electron/host/projection/guest-files.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { forgetStaging, stagedFile, stagingFolder } from '../../electron/host/projection/staging-folder.ts';
import { observeUnreadDeliveries } from '../../electron/host/projection/observe-delivery.ts';
import { unreadDeliveries } from '../../shared/binding.ts';
import type { Digest } from '../../shared/ids.ts';
import { aboutBinding, aboutResource, aDigest, anObservation, decided } from '../support/builders.ts';
import { theContainer } from '../support/memory-guest.ts';
import { MemoryWorker } from '../support/memory-worker.ts';
import { prepared } from '../support/prepared-worker.ts';
import { paxHeader, tarEntry, tarHeader } from '../support/tar-bytes.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

const stagedPath = (manifest: Digest, index: number) => stagedFile(stagingFolder(worker.dataFolder, worker.id, manifest), index);

describe('a delivery that goes wrong', () => {
  test('a staging file that was changed stops the archive before its last bytes', async () => {
    const manifest = await worker.staged({ a: 'first', b: 'x'.repeat(3_000_000), c: 'last' });
    writeFileSync(stagedPath(manifest, 1), 'y'.repeat(3_000_000));

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(!result.ok && result.refusal.says).toContain('the staged copy of b is not what was recorded');
    expect(worker.guest.text('/workspace/task/b')?.length ?? 0).toBeLessThan(3_000_000);
    expect(worker.guest.things.has('/workspace/task/c')).toBe(false);
    expect(worker.projection?.delivered).toBeUndefined();
  });

  test.each<[string, (file: string) => void]>([
    ['is gone', (file) => rmSync(file)],
    ['is longer', (file) => appendFileSync(file, 'more')],
    ['is shorter', (file) => writeFileSync(file, 'f')],
  ])('a staging file that %s is never confirmed', async (_how, change) => {
    const manifest = await worker.staged({ a: 'first' });
    change(stagedPath(manifest, 0));

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.binding.open).toHaveLength(1);
  });

  test('a lost answer is settled by the hashes of what is there', async () => {
    worker.guest.putAnswer = { kind: 'unclear', says: 'the connection was cut' };

    const result = await deliver(worker, worker.id, await worker.staged({ a: 'first' }));

    expect(result).toMatchObject({ ok: true, value: { matched: 1 } });
    expect(worker.projection?.deliveries[0]?.settlement).toMatchObject({ disposition: 'applied', evidence: [{ kind: 'reading', found: '1 of 1 are as asked for below /workspace' }] });
  });

  test('one that is found applied only later is read back then, once', async () => {
    worker.guest.putAnswer = { kind: 'unclear', says: 'the connection was cut' };
    const manifest = await worker.staged({ a: 'first' });
    worker.guest.duringPut = () => { worker.guest.isReachable = false; };
    await deliver(worker, worker.id, manifest);
    expect(worker.projection?.delivered).toBeUndefined();
    worker.guest.isReachable = true;

    await worker.attempts.reconcile(() => true);
    await observeUnreadDeliveries(worker, worker.id);
    await observeUnreadDeliveries(worker, worker.id);

    expect(worker.projection?.delivered?.value).toMatchObject({ matched: 1 });
    expect(unreadDeliveries(worker.binding)).toEqual([]);
  });

  test('a cut delivery stays unconfirmed, keeps the next one waiting, and may be replaced once it is closed', async () => {
    let seen = 0;
    worker.guest.duringPut = () => { if ((seen += 1) === 2) throw new Error('cut'); };
    const manifest = await worker.staged({ a: 'first', b: 'second' });

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.guest.text('/workspace/task/a')).toBe('first');
    worker.guest.duringPut = () => undefined;
    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });

    worker.guest.file('/workspace/task/b', 'sec');
    const open = worker.binding.open[0];
    if (!open) throw new Error('nothing is open');
    expect(await worker.attempts.lookAgain(open.id)).toMatchObject({ kind: 'unconfirmed', says: '1 of 2 are as asked for below /workspace; in part: /workspace/task/b: 3 of 6 bytes' });
    worker.journal.append({
      actor: { class: 'atm', id: 'console' }, about: open.about,
      body: { kind: 'settlement', attempt: open.id, authorEpoch: worker.journal.epoch + 1, disposition: 'not_applied', evidence: [{ kind: 'reading', of: 'the guest', found: 'a part', at: open.intent.at }] },
    });
    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: true, value: { matched: 2 } });
  });

  test('one whose container is gone is not laid to the engine, and may be closed', async () => {
    worker.guest.duringPut = () => { throw new Error('cut'); };
    await deliver(worker, worker.id, await worker.staged({ a: 'first' }));
    const [open] = worker.binding.open;
    if (!open) throw new Error('nothing is open');
    worker.guest.isRemoved = true;

    expect(await worker.attempts.readGoal(open)).toEqual({ kind: 'not_shown', says: `its container ${theContainer.slice(0, 12)} is verified absent, and what came into its volumes is not read without one` });
    worker.guest.isReachable = false;
    expect(await worker.attempts.readGoal(open)).toMatchObject({ kind: 'unreadable', blocker: 'engine_unreachable' });
  });

  test('one whose container is not as it was recorded is laid to what is there, and not to an engine that answers', async () => {
    worker.guest.duringPut = () => { throw new Error('cut'); };
    await deliver(worker, worker.id, await worker.staged({ a: 'first' }));
    const [open] = worker.binding.open;
    if (!open) throw new Error('nothing is open');
    worker.journal.append(anObservation('present', { id: theContainer, created: '2026-01-01T00:00:00Z', imageId: 'sha256:another' }, aboutResource('container', worker.id)));

    expect(await worker.attempts.readGoal(open)).toMatchObject({ kind: 'unreadable', blocker: 'identity_changed', says: expect.stringContaining('its image is another one') });
    worker.guest.isRemoved = true;
    expect(await worker.attempts.readGoal(open)).toMatchObject({ kind: 'not_shown' });
  });

  test('one whose container was given away since may be closed: nothing in it is read from here any more', async () => {
    worker = prepared();
    worker.guest.duringPut = () => { throw new Error('cut'); };
    await deliver(worker, worker.id, await worker.staged({ a: 'first' }));
    const [open] = worker.binding.open;
    if (!open) throw new Error('nothing is open');
    worker.journal.append(anObservation('proposed', { act: 'release', subject: aDigest(63), to: 'anyone' }, aboutBinding(worker.id)));
    worker.journal.append(decided('release', aboutBinding(worker.id), aDigest(63)));

    expect(await worker.attempts.readGoal(open)).toMatchObject({ kind: 'not_shown', says: expect.stringContaining('Nothing in it is read from here.') });
  });

  test('of a cut delivery with many parts it is said how many there are and where all of them are seen, within what a receipt holds', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `${'long/'.repeat(60)}${index}.md`);
    worker.guest.duringPut = () => { throw new Error('cut'); };
    await deliver(worker, worker.id, await worker.staged({ ...Object.fromEntries(names.map((name) => [name, 'all of it'])), 'whole.md': 'whole' }));
    for (const name of names) worker.guest.file(`/workspace/task/${name}`, 'all');
    worker.guest.file('/workspace/task/whole.md', 'whole');
    const [open] = worker.binding.open;
    if (!open) throw new Error('nothing is open');

    const look = await worker.attempts.lookAgain(open.id);

    const says = look.kind === 'unconfirmed' ? look.says : '';
    expect(says).toMatch(/^1 of 41 are as asked for below \/workspace; in part: 40 files \(all of them are among the guest files under Artifacts\), the first 5: …\S+\/0\.md: 3 of 9 bytes, /);
    expect(says.length).toBeLessThan(500);
  });

  test('an engine that answers with a damaged archive is a refusal, not a delivery', async () => {
    const manifest = await worker.staged({ a: 'first' });
    worker.guest.file('/workspace/task/a', 'somebody’s');
    worker.guest.forged.set('/workspace', Buffer.from('no tar at all'));

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'engine_failed' } });
    expect(worker.projection?.deliveries).toEqual([]);
  });

  test('cancelling leaves what may have happened unconfirmed', async () => {
    const stop = new AbortController();
    worker.guest.duringPut = () => stop.abort();

    const result = await deliver(worker, worker.id, await worker.staged({ a: Buffer.alloc(4_000_000) }), { signal: stop.signal });

    expect(result).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.binding.open).toHaveLength(1);
  });

  test('staged copies that were forgotten are not asked for', async () => {
    const manifest = await worker.staged({ a: 'first' });
    await forgetStaging(worker.dataFolder, worker.id);

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    expect(worker.projection?.deliveries).toEqual([]);
  });

  test('a manifest that is not kept any more is not delivered', async () => {
    const unknown = `sha256:${'0'.repeat(64)}` as Digest;

    expect(await deliver(worker, worker.id, unknown)).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});

describe('a guest’s file that claims to be larger than anybody would read', () => {
  const huge = 16 * 1024 ** 4;

  /** What is there is larger than what it is to be: its header comes, and then more than anybody waits for. */
  function guestWith(names: readonly string[], sent: { chunks: number }): EngineReader {
    async function* endless(path: string) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      yield Buffer.concat([...(names.includes(path) ? [] : [tarEntry({ name, type: '5' })]), paxHeader({ size: String(huge) }), tarHeader({ name: names.includes(path) ? name : `${name}/f0` })]);
      for (; sent.chunks < 1000; sent.chunks += 1) yield Buffer.alloc(512);
    }
    const parts: Partial<EngineReader> = { archive: async (_container, path) => Readable.from(endless(path), { highWaterMark: 1 }) };
    return parts as EngineReader;
  }

  test.each([[2], [40]])('is told by its size, beside %i files, and not waited for', async (count) => {
    const sent = { chunks: 0 };
    const files = Array.from({ length: count }, (_, index) => `/workspace/f${index}`);

    const looks = await lookAtGuest({ reader: guestWith(files, sent), container: 'c', below: '/workspace', files, mayBe: (_path, bytes) => bytes === 3 });

    expect(looks.get('/workspace/f0')).toEqual({ type: 'file', bytes: huge, uid: 1000 });
    expect(looks.size).toBe(count);
    expect(sent.chunks).toBeLessThan(count * 4);
  });

  test('is not hashed where nobody knows its size either', async () => {
    const looks = await lookAtGuest({ reader: guestWith(['/workspace/f0'], { chunks: 0 }), container: 'c', below: '/workspace', files: ['/workspace/f0'] });

    expect(looks.get('/workspace/f0')?.digest).toBeUndefined();
  });
});
