import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signCheckpoint } from '../../electron/host/ledger/checkpoint.ts';
import { bundleNames, consistencyName, proofName } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { aboutInstallation, aboutResource, aDecision, aDigest, anAttemptId, anIntent, anObservation, aSettlement, hexOf, theInstallation } from '../support/builders.ts';
import { bundleBytes, bundleFile, changeEntry, changeLines, changeProof, withEntries } from '../support/bundles.ts';
import { packedCli, type PackedCli } from '../support/packed-cli.ts';
import { aLedgerKey, aSealedLedger, growTo, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { cutTail, recompute, rewrite, withoutGuards } from '../support/tampering.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

let cli: PackedCli;
let untouched: SealedLedger | undefined;
const shelf = mkdtempSync(path.join(tmpdir(), 'bailiwick-shelf-'));
beforeAll(async () => {
  cli = await packedCli({ withSqlite: true });
});
afterAll(() => {
  cli.remove();
  rmSync(shelf, { recursive: true });
});

/** Sealed at 20, 40 and 300, with ten receipts after that. */
function aWholeStore(): SealedLedger {
  const sealed = aSealedLedger();
  sealAt(sealed, [20, 40, 300]);
  growTo(sealed.journal, 310);
  sealed.close();
  return sealed;
}

/** A copy for whoever tampers with it: the first one is put away, beyond the end of its test. */
function aStore(): SealedLedger {
  untouched ??= onTheShelf(aWholeStore());
  const folder = path.join(aTemporaryFolder(), 'data');
  cpSync(untouched.folder, folder, { recursive: true });
  return { ...untouched, folder };
}

function onTheShelf(store: SealedLedger): SealedLedger {
  const [folder, state] = [path.join(shelf, 'data'), path.join(shelf, 'state.mark')];
  cpSync(store.folder, folder, { recursive: true });
  cpSync(store.marks.state, state);
  return { ...store, folder, marks: { ...store.marks, state } };
}

const verify = ({ folder, key }: SealedLedger, ...more: string[]) => cli.json('verify', folder, '--key', key.fingerprint, ...more);

/** What the packed command finds after somebody with all the rights to the files was at them. */
async function after(tamper: (raw: Database.Database, store: SealedLedger) => void) {
  const store = aStore();
  const raw = withoutGuards(store.folder);
  tamper(raw, store);
  raw.close();
  return verify(store);
}

const broken = (place: object, rule: string, sealed: number | null) => ({
  verdict: 'broken',
  exit: 1,
  finding: expect.objectContaining({ place, rule: expect.stringContaining(rule) }),
  seal: sealed === null ? null : expect.objectContaining({ size: sealed, isKnown: true }),
});
const receipt = (seq: number) => ({ kind: 'receipt', seq });
const receipts = (from: number, to: number) => ({ kind: 'receipts', from, to });
const oneLetter = (text: string): string => text.replace('operator', 'operatos').replace('console', 'consolf');

describe('a ledger that nobody touched', () => {
  test('is verified with its key; without it the signer is not known', async () => {
    const store = aStore();

    expect(await verify(store)).toMatchObject({ verdict: 'verified', exit: 0, receipts: 310, seal: { size: 300 }, finding: null });
    expect(await cli.json('verify', store.folder)).toMatchObject({ verdict: 'consistent_signer_not_known', exit: 2, seal: { size: 300, isKnown: false } });
  });

  test('is verified though it was opened again, and its documents are forgotten', async () => {
    const store = aStore();
    const again = aSealedLedger({ folder: store.folder, stateFolder: store.stateFolder, key: store.key });
    growTo(again.journal, 320);
    again.close();
    const raw = withoutGuards(store.folder);
    raw.exec('DELETE FROM documents');
    raw.close();

    expect(await verify(store)).toMatchObject({ verdict: 'verified', receipts: 320 });
  });

  test('that nothing was ever sealed of is consistent and not signed, with a key too', async () => {
    const sealed = aSealedLedger({ isLocked: true });
    growTo(sealed.journal, 30);
    sealed.close();

    expect(await verify(sealed)).toMatchObject({ verdict: 'consistent_not_signed', exit: 2, receipts: 30, seal: null });
  });
});

describe('what is found in a ledger, with the receipt, the rule, and what still holds:', () => {
  test.each([1, 20, 21, 128, 305, 310])('a changed byte of receipt %i', async (seq) => {
    const found = await after((raw) => rewrite(raw, seq, oneLetter));

    const sealed = [300, 40, 20].find((size) => size < seq) ?? null;
    expect(found).toMatchObject(broken(receipt(seq), 'its bytes are not those that were hashed', sealed));
    expect(found['receipts']).toBe(seq - 1);
  });

  test.each([
    [5, receipts(1, 20), 20, null],
    [33, receipts(21, 40), 40, 20],
    [270, receipts(41, 300), 300, 40],
  ] as const)('a changed receipt %i whose leaf and tree were made to fit', async (seq, place, checkpoint, sealed) => {
    const found = await after((raw) => {
      rewrite(raw, seq, oneLetter);
      recompute(raw);
    });

    expect(found).toMatchObject(broken(place, `what is there is not what was there when the checkpoint at ${checkpoint} was signed`, sealed));
  });

  test.each([1, 30, 309])('a removed receipt: %i', async (seq) => {
    expect(await after((raw) => raw.prepare('DELETE FROM receipts WHERE seq = ?').run(seq))).toMatchObject(broken(receipt(seq), 'the receipt is missing', [300, 20].find((size) => size < seq) ?? null));
  });

  test('two receipts that changed places', async () => {
    const found = await after((raw) => raw.exec('UPDATE receipts SET seq = -1 WHERE seq = 50; UPDATE receipts SET seq = 50 WHERE seq = 51; UPDATE receipts SET seq = 51 WHERE seq = -1'));

    expect(found).toMatchObject(broken(receipt(50), 'its bytes name another place in the order', 40));
  });

  test('a receipt too many at the end', async () => {
    expect(await after((raw) => raw.exec("INSERT INTO receipts (seq, bytes, leaf, kind) VALUES (311, x'7b7d', zeroblob(32), 'decision')"))).toMatchObject(broken(receipt(311), 'its bytes are not those that were hashed', 300));
  });

  test('B12 99: a tail that was cut off below the mark', async () => {
    const found = await after((raw) => cutTail(raw, 250));

    expect(found).toMatchObject(broken({ kind: 'kept', name: expect.stringContaining('ledger.mark'), size: 300 }, 'the ledger ends at 250: what came after was cut off, or an older copy was restored', 40));
  });

  test('an older copy that was restored, with its own mark: by a checkpoint that was kept elsewhere', async () => {
    const store = aSealedLedger();
    sealAt(store, [20]);
    store.close();
    const copy = aTemporaryFolder();
    cpSync(store.folder, copy, { recursive: true });
    const later = aSealedLedger({ folder: store.folder, stateFolder: store.stateFolder, key: store.key });
    sealAt(later, [40]);
    later.close();
    const kept = later.marks.state;

    expect(await verify({ ...store, folder: copy })).toMatchObject({ verdict: 'verified', receipts: 20 });
    expect(await verify({ ...store, folder: copy }, '--checkpoint', kept)).toMatchObject(broken({ kind: 'kept', name: kept, size: 40 }, 'the ledger ends at 20', 20));
  });

  test('a fork: the same key signed two ledgers that cannot both be', async () => {
    const found = await after((raw, { key, signer }) => {
      const forked = signCheckpoint({ origin: signer.origin, size: 40, root: Buffer.alloc(32, 7) }, key.privateKey);
      raw.prepare('UPDATE checkpoints SET note = ? WHERE size = 40').run(forked);
    });

    expect(found).toMatchObject(broken(receipts(21, 40), 'what is there is not what was there when the checkpoint at 40 was signed', 20));
  });

  test('a fork against a checkpoint that was kept elsewhere', async () => {
    const store = aStore();
    const kept = path.join(aTemporaryFolder(), 'kept.checkpoint');
    writeFileSync(kept, signCheckpoint({ origin: store.signer.origin, size: 100, root: Buffer.alloc(32, 7) }, store.key.privateKey));

    expect(await verify(store, '--checkpoint', kept)).toMatchObject(broken(receipts(41, 100), `what is there is not what was there when ${kept} was signed`, 40));
  });

  test('B12 98: a ledger written anew from the start and signed with another key', async () => {
    const [mine, forged] = [aStore(), aWholeStore()];

    expect(await verify({ ...forged, key: mine.key })).toMatchObject(broken({ kind: 'checkpoint', size: 20 }, 'it is not signed with the key that you named', null));
    expect(await cli.json('verify', forged.folder)).toMatchObject({ exit: 2 });
    expect(await cli.json('verify', forged.folder, '--checkpoint', mine.marks.state)).toMatchObject({ exit: 1, finding: { place: { kind: 'kept', size: 300 } } });
  });

  test('a ledger written anew whose old checkpoints were kept', async () => {
    const found = await after((raw) => {
      for (let seq = 1; seq <= 310; seq += 1) rewrite(raw, seq, oneLetter);
      recompute(raw);
    });

    expect(found).toMatchObject(broken(receipts(1, 20), 'what is there is not what was there when the checkpoint at 20 was signed', null));
  });

  test.each<[string, (raw: Database.Database, store: SealedLedger) => void, number, string]>([
    ['whose signature was changed', (raw) => changeNote(raw, 40, (note) => note.replace(/.(?=[^ ]{20}\n$)/, (letter) => (letter === 'A' ? 'B' : 'A'))), 40, 'its signature does not fit its key'],
    ['whose root was changed', (raw) => changeNote(raw, 40, (note) => note.replace(/^.*$/m, (origin) => origin).replace(/\n40\n./, (match) => `${match.slice(0, -1)}${match.endsWith('A') ? 'B' : 'A'}`)), 40, 'its signature does not fit its key'],
    ['that is nothing of the kind', (raw) => changeNote(raw, 40, () => 'nothing'), 40, 'it cannot be read'],
    ['under another size', (raw) => raw.exec('UPDATE checkpoints SET size = 41 WHERE size = 40'), 41, 'it is stored under another size than its own'],
    ['of another ledger', (raw, { key }) => changeNote(raw, 40, () => signCheckpoint({ origin: `bailiwick.local/${theInstallation}`, size: 40, root: Buffer.alloc(32) }, key.privateKey)), 40, 'it is not signed with the key that you named'],
    ['signed with another key', (raw, { signer }) => changeNote(raw, 40, () => signCheckpoint({ origin: signer.origin, size: 40, root: Buffer.alloc(32) }, aLedgerKey().privateKey)), 40, 'it is not signed with the key that you named'],
    ['whose key was taken out', (raw) => raw.exec('DELETE FROM verifiers'), 20, 'it is not signed with the key that you named'],
  ])('a checkpoint %s', async (_name, tamper, size, rule) => {
    expect(await after(tamper)).toMatchObject(broken({ kind: 'checkpoint', size }, rule, size === 20 ? null : 300));
  });

  test.each<[string, string, object, string]>([
    ['a derived column', `UPDATE receipts SET approval = '${hexOf(1)}' WHERE seq = 60`, receipt(60), 'a column differs from its bytes'],
    ['a derived column, in the form of two', "UPDATE receipts SET approval = '- -' WHERE seq = 60", receipt(60), 'a column differs from its bytes'],
    ['a derived column with more behind it', "UPDATE receipts SET approval = char(10) WHERE seq = 60", receipt(60), 'a column differs from its bytes'],
    ['a leaf', 'UPDATE receipts SET leaf = zeroblob(32) WHERE seq = 60', receipt(60), 'its bytes are not those that were hashed'],
    ['a kept subtree', 'UPDATE subtrees SET hash = zeroblob(32)', receipts(1, 256), 'the subtree that is kept of them is not theirs'],
    ['a subtree that is missing', 'DELETE FROM subtrees', receipts(1, 256), 'the subtree that is kept of them is not theirs'],
    ['a subtree too many', 'INSERT INTO subtrees VALUES (8, 7, zeroblob(32))', receipts(1, 310), 'a subtree is kept that they do not fill'],
  ])('%s', async (_name, sql, place, rule) => {
    expect(await after((raw) => raw.exec(sql))).toMatchObject({ exit: 1, finding: expect.objectContaining({ place, rule }) });
  });
});

describe('what is found though the ledger’s own key signed it:', () => {
  /** A console that does not keep to the rules, after 40 receipts that do. */
  async function afterWriting(entries: Parameters<SealedLedger['journal']['appendAll']>[0]) {
    const sealed = aSealedLedger();
    sealAt(sealed, [40]);
    sealed.close();
    withoutGuards(sealed.folder).close();
    const careless = aSealedLedger({ folder: sealed.folder, stateFolder: sealed.stateFolder, key: sealed.key });
    for (const entry of entries) careless.journal.append(entry);
    careless.sealer.sealNow();
    careless.close();
    return verify(sealed);
  }

  const work = aboutResource('work');
  const intent = (attempt: number, epoch: number) => ({ ...anIntent('remove_volume', work, anAttemptId(attempt)), body: { ...anIntent('remove_volume', work, anAttemptId(attempt)).body, epoch } as never });
  const settlement = (attempt: number, authorEpoch: number, disposition: 'applied' | 'no_op' | 'refused' | 'not_applied') => ({ ...aSettlement(work, disposition, anAttemptId(attempt)), body: { ...aSettlement(work, disposition, anAttemptId(attempt)).body, authorEpoch } as never });

  // Receipt 41 is the epoch that the careless console took.
  test.each([
    ['a settlement of what was never asked', [settlement(900, 2, 'applied')], 42, 'it settles an attempt that was never asked'],
    ['a settlement before its intent', [settlement(900, 2, 'applied'), intent(900, 2)], 42, 'it settles an attempt that was never asked'],
    ['a second settlement', [intent(900, 2), settlement(900, 2, 'applied'), settlement(900, 2, 'applied')], 44, 'its attempt is settled already'],
    ['a second intent', [intent(900, 2), intent(900, 2)], 43, 'its attempt has an intent already'],
    ['applied under a later epoch', [intent(900, 2), settlement(900, 3, 'applied')], 43, 'it settles an attempt under another epoch than the attempt’s own'],
    ['no_op under an earlier epoch', [intent(900, 2), settlement(900, 1, 'no_op')], 43, 'it settles an attempt under another epoch than the attempt’s own'],
    ['refused under a later epoch', [intent(900, 2), settlement(900, 3, 'refused')], 43, 'it settles an attempt under another epoch than the attempt’s own'],
    ['not_applied under the attempt’s own epoch', [intent(900, 2), settlement(900, 2, 'not_applied')], 43, 'under an epoch that is not later than the attempt’s'],
    ['an epoch that is not later', [anObservation('epoch', { epoch: 2, installation: theInstallation }, aboutInstallation)], 42, 'the epoch that it takes is not later than the one before'],
    ['another installation', [anObservation('epoch', { epoch: 3, installation: theInstallation }, aboutInstallation)], 42, 'it names another installation than the receipts before it'],
    ['an approval used twice', [{ ...aDecision(), approval: hexOf(5) }, { ...aDecision(aDigest(2)), approval: hexOf(5) }], 43, 'its approval was used before'],
  ] as const)('%s', async (_name, entries, seq, rule) => {
    expect(await afterWriting(entries)).toMatchObject(broken(receipt(seq), rule, 40));
  });

  test('and not_applied under a later epoch is as it should be', async () => {
    expect(await afterWriting([intent(900, 2), settlement(900, 3, 'not_applied')])).toMatchObject({ exit: 0 });
  });
});

describe('what is found in a bundle:', () => {
  async function afterBundle(change: (entries: Map<string, string>) => void, choose: Parameters<typeof bundleBytes>[1] = { receipts: [3, 4, 280] }) {
    const store = aSealedLedger();
    sealAt(store, [20]);
    sealAt(store, [300]);
    const bytes = await bundleBytes(store.ledger, choose);
    return cli.json('verify', bundleFile(await withEntries(bytes, change)), '--key', store.key.fingerprint);
  }

  test('nothing where nobody touched it', async () => {
    expect(await afterBundle(() => undefined)).toMatchObject({ verdict: 'verified', exit: 0, receipts: 3 });
  });

  const entry = (name: string) => ({ kind: 'entry', name });

  test.each<[string, (entries: Map<string, string>) => void, object, string]>([
    ['a changed receipt', changeLines(([one = '', two = '', ...rest]) => [one, oneLetter(two), ...rest]), receipt(4), 'its bytes and its proof do not lead to what was signed'],
    ['a removed line', changeLines(([one = '', , ...rest]) => [one, ...rest]), receipt(4), 'the receipt is missing'],
    ['the last line removed', changeLines((lines) => lines.slice(0, -1)), receipt(280), 'the receipt is missing'],
    ['lines that changed places', changeLines(([one = '', two = '', ...rest]) => [two, one, ...rest]), receipt(3), 'the receipt is missing'],
    ['a line too many', changeLines((lines) => [...lines, lines[0] ?? '']), entry(bundleNames.receipts), 'it holds a line that no proof is of'],
    ['a proof without its line', (entries) => void entries.set(proofName(290), entries.get(proofName(280)) ?? ''), receipt(290), 'the receipt is missing'],
    ['a proof of another place', (entries) => void entries.set(proofName(4), entries.get(proofName(3)) ?? ''), receipt(4), 'its proof is of another place or under another checkpoint'],
    ['a proof that is none', changeProof(4, () => 'nothing'), receipt(4), 'its proof is not one'],
    ['a changed proof', changeProof(4, (text) => text.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32, 7).toString('base64')}\n`)), receipt(4), 'its bytes and its proof do not lead to what was signed'],
    ['a changed checkpoint', changeEntry(bundleNames.checkpoint, (text) => text.replace('\n300\n', '\n301\n')), entry(bundleNames.checkpoint), 'its signature does not fit its key'],
    ['a checkpoint that is none', changeEntry(bundleNames.checkpoint, () => 'nothing'), entry(bundleNames.checkpoint), 'it is not a signed checkpoint'],
    ['a key that is none', changeEntry(bundleNames.verifier, () => 'nothing'), entry(bundleNames.verifier), 'it is not the text of a public key'],
    ['a changed consistency proof', changeEntry(consistencyName(20), (text) => text.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32, 7).toString('base64')}\n`)), entry(consistencyName(20)), 'it does not show that the ledger grew from its earlier checkpoint'],
    ['an earlier checkpoint that was changed', changeEntry(consistencyName(20), (text) => text.replace('\n20\n', '\n21\n')), entry(consistencyName(20)), 'of its earlier checkpoint: its signature does not fit its key'],
  ])('%s', async (_name, change, place, rule) => {
    expect(await afterBundle(change)).toMatchObject({ verdict: 'broken', exit: 1, finding: { place, rule } });
  });

  test('another signer', async () => {
    const [mine, other] = [aLedgerKey(), aSealedLedger()];
    sealAt(other, [20]);
    const file = bundleFile(await bundleBytes(other.ledger, { receipts: [3] }));

    expect(await cli.json('verify', file, '--key', mine.fingerprint)).toMatchObject(broken(entry(bundleNames.checkpoint), 'it is not signed with the key that you named', null));
    expect(await cli.json('verify', file, '--key', mine.fingerprint, '--key', other.key.fingerprint)).toMatchObject({ exit: 0 });
  });

  test('a fork against a checkpoint that its reader has', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [20]);
    const file = bundleFile(await bundleBytes(sealed.ledger, { receipts: [3] }));
    const kept = path.join(aTemporaryFolder(), 'kept');
    writeFileSync(kept, signCheckpoint({ origin: sealed.signer.origin, size: 20, root: Buffer.alloc(32, 7) }, sealed.key.privateKey));

    expect(await cli.json('verify', file, '--key', sealed.key.fingerprint, '--checkpoint', kept)).toMatchObject({ exit: 1, finding: { place: { kind: 'kept', name: kept, size: 20 }, rule: expect.stringContaining('forked or rewritten') } });
  });

  test('that it is no bundle, where it holds what a bundle does not', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [20]);
    const bytes = await bundleBytes(sealed.ledger, { receipts: [3] });

    for (const name of ['../escape', 'extra.txt']) expect(await cli.json('verify', bundleFile(await withEntries(bytes, (entries) => void entries.set(name, 'x'))))).toMatchObject({ verdict: 'not_verified', exit: 2 });
    expect(await cli.json('verify', bundleFile(bytes.subarray(0, -1)))).toMatchObject({ verdict: 'not_verified', exit: 2 });
  });
});

function changeNote(raw: Database.Database, size: number, change: (note: string) => string): void {
  const note = raw.prepare('SELECT note FROM checkpoints WHERE size = ?').pluck().get(size) as string;
  const changed = change(note);
  if (changed === note) throw new RangeError('the note was not changed');
  raw.prepare('UPDATE checkpoints SET note = ? WHERE size = ?').run(changed, size);
}
