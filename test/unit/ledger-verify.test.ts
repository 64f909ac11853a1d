import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { rootOf } from '../../electron/host/ledger/compact-range.ts';
import { digestText, leafHash } from '../../electron/host/ledger/digest.ts';
import { verifyLedger } from '../support/verify-ledger.ts';
import { canonicalText } from '../../shared/canonical.ts';
import type { Json } from '../../shared/json.ts';
import { aboutResource, aDecision, anEffect, anAttemptId, receiptsFrom, hexOf } from '../support/builders.ts';
import { aLedger, appendMany, aRawConnection } from '../support/ledgers.ts';

const guards = ['receipts_never_change', 'receipts_never_leave', 'receipts_have_no_gaps', 'a_settlement_has_an_intent'];

/** Five receipts, and a connection that took our guards away. */
function aTamperedLedger(tamper: (raw: Database.Database) => void) {
  const { folder, ledger } = aLedger();
  for (const entry of [...anEffect('create_volume', aboutResource('work'), anAttemptId()), aDecision(), aDecision(), aDecision()]) ledger.append(entry);
  const raw = aRawConnection(folder);
  for (const guard of guards) raw.exec(`DROP TRIGGER ${guard}`);
  tamper(raw);
  return raw;
}

const verdictAfter = (sql: string) => verifyLedger(aTamperedLedger((raw) => raw.exec(sql)));

describe('Law 13: verifying a ledger that nobody touched', () => {
  test('finds it consistent, with its own size and root', async () => {
    const { ledger } = aLedger();
    appendMany(ledger, 2500);

    const verification = await verifyLedger(ledger.db);

    expect(verification).toMatchObject({ kind: 'consistent', range: { size: 2500 } });
    expect(digestText(rootOf(verification.range))).toBe(digestText(ledger.root));
  });

  test('finds an empty one consistent', async () => {
    expect(await verifyLedger(aLedger().ledger.db)).toMatchObject({ kind: 'consistent', range: { size: 0 } });
  });

  test('does not mind receipts that are appended meanwhile', async () => {
    const { ledger } = aLedger();
    appendMany(ledger, 1500);

    const verifying = verifyLedger(ledger.db);
    ledger.append(aDecision());

    expect(await verifying).toMatchObject({ kind: 'consistent', range: { size: 1500 } });
  });

  test('does not mind documents that were forgotten or changed', async () => {
    const { folder, ledger } = aLedger();
    const kept = ledger.keep({ a: 1 });
    ledger.append(aDecision(kept));
    aRawConnection(folder).exec('DELETE FROM documents');

    expect(await verifyLedger(ledger.db)).toMatchObject({ kind: 'consistent' });
    expect(ledger.document(kept)).toBeUndefined();
  });
});

describe('Law 13: verifying finds', () => {
  test('any one changed byte of a receipt', async () => {
    const raw = aTamperedLedger(() => undefined);
    const bytes = raw.prepare('SELECT bytes FROM receipts WHERE seq = 3').pluck().get() as Buffer;
    const change = raw.prepare('UPDATE receipts SET bytes = ? WHERE seq = 3');

    for (const place of bytes.keys()) {
      change.run(withOtherByte(bytes, place));
      expect(await verifyLedger(raw)).toMatchObject({ kind: 'broken', seq: 3, rule: 'its bytes are not those that were hashed' });
    }
  });

  test('any one changed byte of a leaf', async () => {
    const raw = aTamperedLedger(() => undefined);
    const leaf = raw.prepare('SELECT leaf FROM receipts WHERE seq = 2').pluck().get() as Buffer;
    const change = raw.prepare('UPDATE receipts SET leaf = ? WHERE seq = 2');

    for (const place of leaf.keys()) {
      change.run(withOtherByte(leaf, place));
      expect(await verifyLedger(raw)).toMatchObject({ kind: 'broken', seq: 2, rule: 'its bytes are not those that were hashed' });
    }
  });

  test.each([
    ['kind', "UPDATE receipts SET kind = 'observation' WHERE seq = 4", 4],
    ['attempt', `UPDATE receipts SET attempt = '${hexOf(1)}' WHERE seq = 2`, 2],
    ['approval', `UPDATE receipts SET approval = '${hexOf(1)}' WHERE seq = 3`, 3],
  ])('a changed derived column: %s', async (_name, sql, seq) => {
    expect(await verdictAfter(sql)).toMatchObject({ kind: 'broken', seq, rule: 'a column differs from its bytes' });
  });

  test.each([
    ['the first', 'seq = 1', 1],
    ['one in the middle', 'seq = 3', 3],
    ['the last but one', 'seq = 4', 4],
  ])('a removed receipt: %s', async (_name, where, seq) => {
    expect(await verdictAfter(`DELETE FROM receipts WHERE ${where}`)).toMatchObject({ kind: 'broken', seq, rule: 'the receipt is missing' });
  });

  test('two receipts that changed places', async () => {
    const verdict = await verdictAfter('UPDATE receipts SET seq = 100 WHERE seq = 3; UPDATE receipts SET seq = 3 WHERE seq = 4; UPDATE receipts SET seq = 4 WHERE seq = 100');

    expect(verdict).toMatchObject({ kind: 'broken', seq: 3, rule: 'its bytes name another place in the order' });
  });

  test('a foreign receipt after a gap', async () => {
    const verdict = await verifyLedger(aTamperedLedger((raw) => insertForeign(raw, 700)));

    expect(verdict).toMatchObject({ kind: 'broken', seq: 6, rule: 'the receipt is missing' });
  });

  test('a foreign receipt before the first one', async () => {
    const verdict = await verifyLedger(aTamperedLedger((raw) => insertForeign(raw, 0)));

    expect(verdict).toMatchObject({ kind: 'broken', rule: 'it is stored before the first one' });
  });

  test.each<[string, (text: string) => string | Buffer, string]>([
    ['a space', (text) => text.replace(':', ': '), 'its bytes are not canonical'],
    ['a byte that is no UTF-8', (text) => Buffer.from(text.replace('operator', 'operato\u0000'), 'utf8').map((byte) => (byte === 0 ? 0xff : byte)) as Buffer, 'its bytes are not canonical'],
    ['a field that receipts do not have', (text) => text.replace('{"about"', '{"a":1,"about"'), 'its bytes are not a receipt'],
    ['nothing of a receipt', () => '{}', 'its bytes are not a receipt'],
  ])('a leaf over bytes that are no receipt’s: %s', async (_name, change, rule) => {
    const verdict = await verifyLedger(aTamperedLedger((raw) => rewrite(raw, 4, change)));

    expect(verdict).toMatchObject({ kind: 'broken', seq: 4, rule });
  });
});

describe('what verifying cannot find', () => {
  test.each([
    ['a tail that was cut off', 'DELETE FROM receipts WHERE seq > 3', 3],
    ['that there ever were any', 'DELETE FROM receipts', 0],
  ])('while no signature covers it: %s', async (_name, sql, size) => {
    expect(await verdictAfter(sql)).toMatchObject({ kind: 'consistent', range: { size } });
  });

  test('while no signature covers it: a receipt that was hashed again with its leaf', async () => {
    const verdict = await verifyLedger(aTamperedLedger((raw) => rewrite(raw, 4, (text) => text.replace('deny', 'revoke'))));

    expect(verdict).toMatchObject({ kind: 'consistent', range: { size: 5 } });
  });
});

function withOtherByte(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8((bytes.readUInt8(place) + 1) % 256, place);
  return changed;
}

function insertForeign(raw: Database.Database, seq: number): void {
  const [receipt] = receiptsFrom([aDecision()], 5);
  const bytes = Buffer.from(canonicalText(receipt as unknown as Json));
  raw.prepare("INSERT INTO receipts (seq, bytes, leaf, kind) VALUES (?, ?, ?, 'decision')").run(seq, bytes, leafHash(bytes));
}

function rewrite(raw: Database.Database, seq: number, change: (text: string) => string | Buffer): void {
  const before = raw.prepare('SELECT bytes FROM receipts WHERE seq = ?').pluck().get(seq) as Buffer;
  const bytes = Buffer.from(change(before.toString('utf8')));
  raw.prepare('UPDATE receipts SET bytes = ?, leaf = ? WHERE seq = ?').run(bytes, leafHash(bytes), seq);
}
