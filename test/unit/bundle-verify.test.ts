import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleNames, consistencyName, proofName } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { makeArchive } from '../../electron/host/ledger/bundle/make-archive.ts';
import { makeBundle, mostReceiptsInBundle } from '../../electron/host/ledger/bundle/make-bundle.ts';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { NotABundleError } from '../../electron/host/ledger/bundle/zip-reader.ts';
import { thinned } from '../../electron/host/ledger/bundle/earlier-checkpoints.ts';
import { stageBundle } from '../../electron/host/ledger/bundle/stage-bundle.ts';
import { allCheckpoints, lastCheckpoint } from '../../electron/host/ledger/checkpoint-table.ts';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { storedReceipt } from '../../electron/host/ledger/receipt-pages.ts';
import { parseTlogProof } from '../../electron/host/ledger/tlog-proof.ts';
import type { KeyFingerprint } from '../../shared/approval.ts';
import { aboutResource, anAttemptId, aSettlement } from '../support/builders.ts';
import { bundleBytes, bundleFile, entriesOf, withEntries } from '../support/bundles.ts';
import { aSealedLedger, growTo, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { rewrite, withoutGuards } from '../support/tampering.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

function aSealedStory(): SealedLedger & { readonly early: string } {
  const sealed = aSealedLedger();
  sealAt(sealed, [5]);
  const early = lastCheckpoint(sealed.ledger.db)?.note ?? '';
  sealAt(sealed, [300]);
  return { ...sealed, early };
}

const trusting = (...keys: KeyFingerprint[]) => ({ keys, kept: [] });

describe('a bundle', () => {
  test('holds the chosen receipts byte for byte, each with its proof, and all an outsider needs', async () => {
    const { ledger, key } = aSealedStory();

    const entries = await entriesOf(await bundleBytes(ledger, { receipts: [280, 3, 3, 299] }));

    expect([...entries.keys()]).toEqual([bundleNames.readme, bundleNames.verifier, bundleNames.checkpoint, consistencyName(5), bundleNames.receipts, proofName(3), proofName(280), proofName(299)]);
    expect(entries.get(bundleNames.receipts)).toBe([3, 280, 299].map((seq) => `${storedReceipt(ledger.db, seq)?.bytes.toString('utf8')}\n`).join(''));
    expect(parseTlogProof(entries.get(proofName(280)) ?? '')).toMatchObject({ index: 279, checkpoint: entries.get(bundleNames.checkpoint) });
    expect(entries.get(bundleNames.readme)).toContain(`--key ${key.fingerprint}`);
    expect(entries.get(bundleNames.readme)).toContain('the owner of the key can have lied from the start');
  });

  test('is the same to the byte each time', async () => {
    const { ledger } = aSealedStory();
    const choice = { receipts: [1, 2, 299] };

    expect((await bundleBytes(ledger, choice)).equals(await bundleBytes(ledger, choice))).toBe(true);
  });

  test('verifies, with the key and without it', async () => {
    const { ledger, key } = aSealedStory();
    const file = bundleFile(await bundleBytes(ledger, { receipts: Array.from({ length: 300 }, (_, index) => index + 1) }));

    expect(await verifyBundle(file, trusting(key.fingerprint))).toMatchObject({ verdict: 'consistent', receipts: 300, seal: { size: 300, signer: key.fingerprint, isKnown: true }, notes: [] });
    expect(await verifyBundle(file, trusting())).toMatchObject({ verdict: 'consistent', seal: { isKnown: false } });
  });

  test('leads on from every checkpoint that its reader may have, as the console makes it', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [5, 20, 21, 150, 300]);
    const notes = allCheckpoints(sealed.ledger.db);
    const staged = path.join(aTemporaryFolder(), 'staged.zip');

    expect(await stageBundle({ file: ledgerFile(sealed.folder), content: { kind: 'receipts', receipts: [298] }, staged }, () => undefined)).toMatchObject({ ok: true });

    for (const { note } of notes) expect(await verifyBundle(staged, { keys: [sealed.key.fingerprint], kept: [{ name: 'mine', note }] })).toMatchObject({ verdict: 'consistent', notes: [] });
    const forked = sealed.signer.sign({ origin: sealed.signer.origin, size: 20, root: Buffer.alloc(32, 7) });
    expect(await verifyBundle(staged, { keys: [sealed.key.fingerprint], kept: [{ name: 'mine', note: forked }] })).toMatchObject({ verdict: 'broken', finding: { place: { kind: 'kept', size: 20 } } });
    expect((await entriesOf(readFileSync(staged))).get(bundleNames.readme)).toContain('4 earlier checkpoints were signed');
  });

  test('made when it led on from one checkpoint verifies as before', async () => {
    const { ledger, key, early } = aSealedStory();
    const bytes = await withEntries(await bundleBytes(ledger, { receipts: [298] }), (entries) => {
      entries.set(bundleNames.consistency, entries.get(consistencyName(5)) ?? '');
      entries.delete(consistencyName(5));
    });

    expect(await verifyBundle(bundleFile(bytes), { keys: [key.fingerprint], kept: [{ name: 'mine', note: early }] })).toMatchObject({ verdict: 'consistent', notes: [] });
  });

  test('of a long ledger leads on from the oldest, the newest, and some between', () => {
    const all = Array.from({ length: 5000 }, (_, index) => index);

    expect(thinned(all)).toHaveLength(512);
    expect(thinned(all)[0]).toBe(0);
    expect(thinned(all).slice(-256)).toEqual(all.slice(-256));
    expect(thinned(all.slice(0, 300))).toEqual(all.slice(0, 300));
  });

  test('says so where it shows nothing of a checkpoint that its reader has', async () => {
    const { ledger, key, signer } = aSealedStory();
    const file = bundleFile(await bundleBytes(ledger, { receipts: [298, 299] }));
    const kept = signer.sign({ origin: signer.origin, size: 6, root: Buffer.alloc(32, 7) });

    expect(await verifyBundle(file, { keys: [key.fingerprint], kept: [{ name: 'mine', note: kept }] })).toMatchObject({ verdict: 'consistent', notes: [expect.stringContaining('Whether the ledger grew from mine, made at 6, the bundle does not show')] });
  });

  test('says what it could not check, because the receipts for it were not chosen', async () => {
    const sealed = aSealedLedger();
    sealed.journal.appendAll([{ ...aSettlement(aboutResource('work')), body: { kind: 'intent', attempt: anAttemptId(), operation: 'deliver', params: `sha256:${'0'.repeat(64)}` as never, epoch: 1, deadline: '2026-01-01T00:00:00.000Z' as never } }, aSettlement(aboutResource('work'))]);
    sealed.sealer.sealNow();
    const file = bundleFile(await bundleBytes(sealed.ledger, { receipts: [3] }));

    expect(await verifyBundle(file, trusting(sealed.key.fingerprint))).toMatchObject({ verdict: 'consistent', notes: [expect.stringContaining('1 settlement whose intent is not in the bundle')] });
  });

  test('stops when it is told to', async () => {
    const { ledger } = aSealedStory();
    const file = bundleFile(await bundleBytes(ledger, { receipts: [1, 2, 3] }));

    await expect(verifyBundle(file, trusting(), { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});

describe('a bundle is not made', () => {
  test.each<[string, (sealed: SealedLedger) => Parameters<typeof makeBundle>[1], string]>([
    ['of nothing', () => ({ receipts: [] }), 'bad_input'],
    ['of a place that there is not', () => ({ receipts: [0] }), 'bad_input'],
    ['of half a place', () => ({ receipts: [1.5] }), 'bad_input'],
    ['of what is not sealed yet', () => ({ receipts: [301] }), 'blocked'],
    ['of too many', () => ({ receipts: Array.from({ length: mostReceiptsInBundle + 1 }, (_, index) => index + 1) }), 'too_large'],
  ])('%s', (_name, choose, code) => {
    const sealed = aSealedStory();
    growTo(sealed.journal, 310);

    expect(makeBundle(sealed.ledger.db, choose(sealed))).toMatchObject({ ok: false, refusal: { code } });
  });

  test('from a checkpoint that the ledger did not grow from', () => {
    const sealed = aSealedStory();
    const forked = sealed.signer.sign({ origin: sealed.signer.origin, size: 7, root: Buffer.alloc(32, 7) });
    withoutGuards(sealed.folder).prepare('INSERT INTO checkpoints VALUES (7, ?, ?)').run(forked, 'then');

    expect(makeBundle(sealed.ledger.db, { receipts: [1] })).toMatchObject({ ok: false, refusal: { says: 'The ledger did not grow from what its checkpoint at 7 says it was.' } });
  });

  test('of a ledger that nothing is sealed of', () => {
    expect(makeBundle(aSealedLedger().ledger.db, { receipts: [1] })).toMatchObject({ ok: false, refusal: { says: expect.stringContaining('Nothing of the ledger is sealed yet') } });
  });

  test('with a receipt that was changed since: writing it fails, and says which', async () => {
    const sealed = aSealedStory();
    rewrite(withoutGuards(sealed.folder), 200, (text) => text.replace('"v":1', '"v":2'));

    await expect(bundleBytes(sealed.ledger, { receipts: [199, 200] })).rejects.toThrow('Receipt 200 is not the one that was sealed.');
  });

  test('of a ledger whose tree is not that of its checkpoint', () => {
    const sealed = aSealedStory();
    withoutGuards(sealed.folder).exec('UPDATE subtrees SET hash = zeroblob(32)');

    expect(makeBundle(sealed.ledger.db, { receipts: [1] })).toMatchObject({ ok: false, refusal: { says: expect.stringContaining('not what its newest checkpoint says') } });
  });

  test.each([
    ['whose newest checkpoint cannot be read', "UPDATE checkpoints SET note = 'nothing' WHERE size = 300"],
    ['whose signer’s key cannot be read', "UPDATE verifiers SET text = 'nothing'"],
    ['that is cut off before its newest checkpoint', 'DELETE FROM receipts WHERE seq > 290'],
    ['whose tree has a hole', 'DELETE FROM subtrees'],
  ])('of a ledger %s', (_, sql) => {
    const sealed = aSealedStory();
    withoutGuards(sealed.folder).exec(sql);

    for (const made of [makeBundle(sealed.ledger.db, { receipts: [1] }), makeArchive(sealed.ledger.db, { from: 1 })]) {
      expect(made).toMatchObject({ ok: false, refusal: { code: 'blocked', says: 'The ledger is not what its newest checkpoint says it was.', todo: expect.stringContaining('Verify the ledger') } });
    }
  });

  test.each([
    ['cannot be read', "UPDATE checkpoints SET note = 'nothing' WHERE size = 5"],
    ['stands under another size', 'UPDATE checkpoints SET size = 6 WHERE size = 5'],
  ])('of a ledger with an earlier checkpoint that %s', (_, sql) => {
    const sealed = aSealedStory();
    withoutGuards(sealed.folder).exec(sql);

    expect(makeBundle(sealed.ledger.db, { receipts: [1] })).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('did not grow from what its checkpoint at') } });
  });
});

describe('any one changed byte of a bundle', () => {
  test('is found, or makes it no bundle', { timeout: 240_000 }, async () => {
    const { ledger, key } = aSealedStory();
    const bytes = await bundleBytes(ledger, { receipts: [280] });
    const verdicts = new Map<string, number>();

    for (let place = 0; place < bytes.length; place += 3) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((bytes.readUInt8(place) + 1 + (place % 255)) % 256, place);
      const verdict = await verifyBundle(bundleFile(changed), trusting(key.fingerprint)).then((report) => report.verdict, (error: unknown) => (error instanceof NotABundleError ? 'no bundle' : 'fault'));
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }

    expect([...verdicts.keys()].toSorted()).toEqual(['broken', 'no bundle']);
  });

  test('of a receipt is found with its receipt', async () => {
    const { ledger, key } = aSealedStory();
    const bytes = await bundleBytes(ledger, { receipts: [3, 280] });
    const line = storedReceipt(ledger.db, 280)?.bytes ?? Buffer.alloc(0);
    const at = bytes.indexOf(line);

    for (let place = 0; place < line.length; place += 13) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(line.readUInt8(place) ^ 1, at + place);
      expect(await verifyBundle(bundleFile(changed), trusting(key.fingerprint))).toMatchObject({ verdict: 'broken', finding: { place: { kind: 'receipt', seq: 280 } }, receipts: 1 });
    }
  });
});

describe('entries that say they are nothing of the kind', () => {
  test.each([bundleNames.readme, bundleNames.verifier, bundleNames.checkpoint, bundleNames.receipts])('without %s it is no bundle', async (name) => {
    const bytes = await bundleBytes(aSealedStory().ledger, { receipts: [3] });

    await expect(verifyBundle(bundleFile(await withEntries(bytes, (entries) => void entries.delete(name))), trusting())).rejects.toThrow(NotABundleError);
  });
});
