import { describe, expect, test } from 'vitest';
import { verifyCheckpoint } from '../../electron/host/ledger/checkpoint.ts';
import { keptVerifiers } from '../../electron/host/ledger/checkpoint-table.ts';
import { digestText, leafHash } from '../../electron/host/ledger/digest.ts';
import { rootFromInclusion } from '../../electron/host/ledger/merkle-proof.ts';
import { storedReceipt, type StoredReceipt } from '../../electron/host/ledger/receipt-pages.ts';
import { proofOf } from '../../electron/host/ledger/receipt-proof.ts';
import { parseVerifier } from '../../electron/host/ledger/signed-note.ts';
import { parseTlogProof } from '../../electron/host/ledger/tlog-proof.ts';
import { aRawConnection } from '../support/ledgers.ts';
import { aSealedLedger, growTo, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';

function storedIn({ ledger }: SealedLedger, seq: number): StoredReceipt {
  const stored = storedReceipt(ledger.db, seq);
  if (!stored) throw new TypeError(`there is no receipt ${seq}`);
  return stored;
}

describe('the proof of a receipt', () => {
  test('leads from its bytes to the root of the newest checkpoint, and its text is all that is needed', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [300, 777]);

    for (const seq of [1, 2, 256, 257, 700, 777]) {
      const stored = storedIn(sealed, seq);
      const proof = proofOf(sealed.ledger.db, stored);
      if (proof.state !== 'covered') throw new TypeError(`receipt ${seq} is ${proof.state}`);

      const { index, path, checkpoint } = parseTlogProof(proof.text);
      const verdict = verifyCheckpoint(checkpoint, keptVerifiers(sealed.ledger.db).map(parseVerifier));
      expect(verdict.kind).toBe('signed');
      expect(index).toBe(seq - 1);
      expect(rootFromInclusion(leafHash(stored.bytes), index, verdict.checkpoint.size, path)).toEqual(Buffer.from(verdict.checkpoint.root));
      expect(proof).toMatchObject({ size: 777, root: digestText(verdict.checkpoint.root), path: path.map(digestText) });
    }
  });

  test('is not there yet for what was written since', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [10]);
    growTo(sealed.journal, 12);

    expect(proofOf(sealed.ledger.db, storedIn(sealed, 10)).state).toBe('covered');
    expect(proofOf(sealed.ledger.db, storedIn(sealed, 11))).toEqual({ state: 'not_covered' });
  });

  test('is not made up for changed bytes', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [10]);
    const stored = storedIn(sealed, 5);

    expect(proofOf(sealed.ledger.db, { ...stored, bytes: Buffer.concat([stored.bytes, Buffer.from(' ')]) })).toEqual({ state: 'broken', says: 'Receipt 5 does not lead to what was signed over 10 receipts.' });
  });

  test('is not made up where a part of the tree is gone', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [300]);
    const stored = storedIn(sealed, 299);

    aRawConnection(sealed.folder).exec('DELETE FROM subtrees');

    expect(proofOf(sealed.ledger.db, stored)).toMatchObject({ state: 'broken', says: expect.stringContaining('cannot be compared') });
  });
});
