import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprintOfKey, publicKeyText, signApproval } from '../../electron/host/approvals/signing-key.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { AttemptTable, settled, unknown } from '../../electron/host/ledger/verify/attempt-table.ts';
import { ReceiptRules } from '../../electron/host/ledger/verify/receipt-rules.ts';
import { scanReceipt } from '../../electron/host/ledger/verify/scan-receipt.ts';
import { verifyLedger } from '../support/verify-ledger.ts';
import type { Approval, ApprovalScope, UnsignedApproval } from '../../shared/approval.ts';
import { canonicalText } from '../../shared/canonical.ts';
import type { Json } from '../../shared/json.ts';
import { waiverSubject } from '../../shared/execution-results.ts';
import { operator, type Decision } from '../../shared/receipt.ts';
import { aBindingId, aboutArtifact, aboutInstallation, aboutResource, aDigest, anAttemptId, anEffect, anExecutionId, anInstant, anObservation, hexOf, receiptsFrom } from '../support/builders.ts';
import { aKeyRing } from '../support/key-rings.ts';
import { aJournal } from '../support/ledgers.ts';

/** What the receipts of these entries break first, and where. */
function brokenIn(entries: readonly Entry[], options: { readonly isPartial?: boolean } = {}) {
  const rules = new ReceiptRules(options);
  for (const receipt of receiptsFrom(entries)) {
    const bytes = Buffer.from(canonicalText(receipt as unknown as Json));
    const rule = rules.brokenBy(scanReceipt(bytes)!, bytes);
    if (rule !== undefined) return { seq: receipt.seq, rule };
  }
  return rules.unchecked;
}

interface Person {
  readonly key: KeyObject;
  readonly scopes: readonly ApprovalScope[];
  readonly subject: ReturnType<typeof digestOf>;
  readonly offer: Entry;
}

function aPerson(name: string, scopes: readonly ApprovalScope[]): Person {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const offer = { fingerprint: fingerprintOfKey(key), publicKey: publicKeyText(key), name, scopes: [...scopes] };
  const subject = digestOf(offer);
  return { key, scopes, subject, offer: anObservation('key', { ...offer, subject }, aboutInstallation) };
}

let nonces = 0;

function decided(decision: Approval['decision'], scope: ApprovalScope, subject: Approval['subject'], by: Person, changes: Partial<UnsignedApproval> & { readonly signedBy?: Person } = {}): Entry {
  const { signedBy = by, ...others } = changes;
  nonces += 1;
  const approval = signApproval({ v: 1, decision, subject, approver: fingerprintOfKey(by.key), scope, expires: anInstant(3600), nonce: hexOf(nonces), ...others }, signedBy.key);
  return { actor: operator, about: aboutInstallation, approval: approval.nonce, body: { kind: 'decision', decision, subject, approval } };
}

const first = aPerson('operator', ['run', 'close', 'accept', 'reanchor']);
const second = aPerson('owner', ['waive', 'transfer']);
const stranger = aPerson('stranger', ['close']);

const enrolled: readonly Entry[] = [first.offer, decided('enrol_key', 'accept', first.subject, first), second.offer, decided('enrol_key', 'accept', second.subject, first)];
const after = (...entries: Entry[]) => brokenIn([...enrolled, ...entries]);
const holds = { settlements: 0, approvals: 0 };

describe('a signed decision holds', () => {
  test('where the key that signed it was enrolled before, the first one vouching for itself', () => {
    expect(after(decided('close_attempt', 'close', aDigest(5), first), decided('waive', 'waive', aDigest(6), second))).toEqual(holds);
  });

  test('in a ledger whose keys the console itself enrolled', async () => {
    const { journal, ledger } = aJournal();
    const ring = await aKeyRing();
    ring.enrol(journal);
    const subject = { decision: 'close_attempt', attempt: 'x' };
    const approval = ring.sign('close_attempt', subject);
    journal.append({ actor: operator, about: aboutInstallation, approval: approval.nonce, body: { kind: 'decision', decision: 'close_attempt', subject: digestOf(subject), approval } });

    expect(await verifyLedger(ledger.db)).toMatchObject({ kind: 'consistent' });
  });

  test('without a signature, where it needs none', () => {
    expect(after({ actor: operator, about: aboutInstallation, body: { kind: 'decision', decision: 'deny', subject: aDigest() } })).toEqual(holds);
  });
});

describe('a signed decision does not hold', () => {
  const rule = (says: string) => ({ seq: 5, rule: `its approval does not hold: ${says}` });
  const close = (changes: Parameters<typeof decided>[4] = {}, by = first) => decided('close_attempt', 'close', aDigest(5), by, changes);

  test.each<[string, Entry, object]>([
    ['of a key that nobody enrolled', close({}, stranger), rule('it is signed with a key that is not enrolled here')],
    ['of a key that may not sign for this', close({}, second), rule('its key may not sign for this')],
    ['under another key’s name', close({ signedBy: stranger }), rule('its signature does not fit')],
    ['that had expired when it was used', close({ expires: anInstant(1) }), rule('it has expired')],
    ['about something else', withBody(close(), { subject: aDigest(6) }), rule('it is about something else than what is there now')],
    ['that decides something else', withBody(close(), { decision: 'waive' }), rule('it decides something else')],
    ['used up under another number', { ...close(), approval: hexOf(9999) }, { seq: 5, rule: 'its approval is not the one that it uses up' }],
  ])('%s', (_name, entry, found) => {
    expect(after(entry)).toEqual(found);
  });

  test('of a key that was retired before', () => {
    const retired = decided('retire_key', 'accept', second.subject, first);

    expect(after(retired, decided('waive', 'waive', aDigest(6), second))).toEqual({ seq: 6, rule: 'its approval does not hold: its key was retired' });
    expect(after(retired, second.offer, decided('enrol_key', 'accept', second.subject, first), decided('waive', 'waive', aDigest(6), second))).toMatchObject({ seq: 8 });
  });

  test('that names another execution than the one that was signed for', () => {
    const about = aboutArtifact();
    const givenUp = decided('waive', 'waive', digestOf(waiverSubject(aBindingId(), '/workspace/task/report.md', anExecutionId(1))), second);
    const naming = (execution: ReturnType<typeof anExecutionId> | null): Entry => ({ ...withBody(givenUp, { execution }), about });

    expect(after({ ...givenUp, about })).toEqual(holds);
    expect(after(naming(anExecutionId(1)))).toEqual(holds);
    for (const other of [anExecutionId(2), null]) expect(after(naming(other))).toEqual({ seq: 5, rule: 'it names another execution than the one whose result was given up' });
  });

  test('that enrols a key which vouches for itself, once there is one', () => {
    expect(after(stranger.offer, decided('enrol_key', 'accept', stranger.subject, stranger))).toMatchObject({ seq: 6, rule: expect.stringContaining('not enrolled here') });
  });

  test('where the offered key is not that of its fingerprint', () => {
    const value = { fingerprint: fingerprintOfKey(first.key), publicKey: publicKeyText(stranger.key), name: 'x', scopes: [], subject: aDigest() };

    expect(brokenIn([anObservation('key', value, aboutInstallation)])).toEqual({ seq: 1, rule: 'it offers a key under the fingerprint of another one' });
  });
});

describe('of chosen receipts', () => {
  test('what cannot be checked without the others is counted and not held against them', () => {
    expect(brokenIn([decided('close_attempt', 'close', aDigest(5), first), ...anEffect('deliver', aboutResource('work'), anAttemptId()).slice(1)], { isPartial: true })).toEqual({ settlements: 1, approvals: 1 });
  });

  test('what can be checked is', () => {
    expect(brokenIn([...enrolled, decided('close_attempt', 'close', aDigest(5), first, { signedBy: stranger })], { isPartial: true })).toMatchObject({ seq: 5 });
  });
});

describe('the table of attempts', () => {
  test('remembers as a map does, whatever the ids', () => {
    const id = fc.oneof(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }), fc.integer({ min: 0, max: 40 }).map(hexOf));
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.oneof(fc.nat(), fc.constant(settled))), { maxLength: 300 }), (exchanges) => {
        const [table, map] = [new AttemptTable(4), new Map<string, number>()];
        for (const [attempt, epoch] of exchanges) {
          expect(table.exchange(Buffer.from(`"${attempt}"`), 1, epoch)).toBe(map.get(attempt) ?? unknown);
          map.set(attempt, epoch);
        }
      }),
    );
  });
});

function withBody(entry: Entry, changes: Partial<Decision>): Entry {
  return { ...entry, body: { ...entry.body, ...changes } as Decision };
}
