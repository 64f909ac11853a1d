import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approvalSchema, approvableSchema, checkApproval, scopeOf, type Approval, type Approver, type UnsignedApproval } from '../../shared/approval.ts';
import { operationNames } from '../../shared/operations.ts';
import { custodyClasses, permissionFor, type Act } from '../../shared/permission-table.ts';
import { fingerprintOfKey, isSignedBy, keptKey, makeKey, publicKeyText, signApproval } from '../../electron/host/approvals/signing-key.ts';
import { keptOrNewKeys } from '../../electron/host/approvals/key-set.ts';
import { FileSecretStore } from '../../electron/host/secrets/file-secret-store.ts';
import { PassphraseSecretStore } from '../../electron/host/secrets/passphrase-secret-store.ts';
import { secretNames, SecretStoreError, WrongPassphraseError } from '../../electron/host/secrets/secret-store.ts';
import { bareFile } from '../../electron/host/secrets/which-keys.ts';
import { aDigest, anInstant, hexOf } from '../support/builders.ts';
import { removeFolder, temporaryFolder } from '../support/test-host.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const approver: Approver = { fingerprint: fingerprintOfKey(privateKey), publicKey: publicKeyText(privateKey), name: 'operator', scopes: ['close', 'reanchor'], retired: false };

const anApproval = (changes: Partial<UnsignedApproval> = {}): Approval =>
  signApproval({ v: 1, decision: 'close_attempt', subject: aDigest(), approver: approver.fingerprint, scope: 'close', expires: anInstant(60), nonce: hexOf(1), ...changes }, privateKey);

const use = { decision: 'close_attempt', subject: aDigest(), now: anInstant(0), isUsed: () => false } as const;

describe('law 12: an approval binds exactly what was shown', () => {
  test('is taken for its subject, in its time, from its key', () => {
    expect(checkApproval(anApproval(), [approver], use)).toEqual({ ok: true, approver });
    expect(isSignedBy(anApproval(), approver.publicKey)).toBe(true);
    expect(approvalSchema.safeParse(anApproval()).success).toBe(true);
  });

  test.each([
    ['wrong_subject', anApproval({ subject: aDigest(2) }), {}],
    ['wrong_decision', anApproval({ decision: 'reanchor', scope: 'reanchor' }), {}],
    ['wrong_scope', anApproval({ scope: 'reanchor' }), {}],
    ['expired', anApproval(), { now: anInstant(60) }],
    ['used', anApproval(), { isUsed: () => true }],
    ['unknown_key', anApproval({ approver: `ed25519:${'0'.repeat(64)}` as Approval['approver'] }), {}],
  ] as const)('is refused as %s', (problem, approval, change) => {
    expect(checkApproval(approval, [approver], { ...use, ...change })).toEqual({ ok: false, problem });
  });

  test('is refused from a key that was retired, or that may not sign for this', () => {
    expect(checkApproval(anApproval(), [{ ...approver, retired: true }], use)).toEqual({ ok: false, problem: 'retired_key' });
    expect(checkApproval(anApproval(), [{ ...approver, scopes: ['reanchor'] }], use)).toEqual({ ok: false, problem: 'wrong_scope' });
  });

  test.each(['decision', 'subject', 'approver', 'scope', 'expires', 'nonce'] as const)('its signature does not survive a change of its %s', (field) => {
    const other = anApproval({ decision: 'reanchor', subject: aDigest(9), approver: `ed25519:${'1'.repeat(64)}` as Approval['approver'], scope: 'reanchor', expires: anInstant(61), nonce: hexOf(2) });

    expect(isSignedBy({ ...anApproval(), [field]: other[field] }, approver.publicKey)).toBe(false);
  });
});

describe('the permission table', () => {
  const acts: readonly Act[] = [...operationNames, ...approvableSchema.options];
  const situations = acts.flatMap((act) => (['adm', 'agt', 'atm'] as const).flatMap((actor) => custodyClasses.flatMap((custody) => [true, false].map((policy) => ({ act, actor, custody, policy })))));

  test('answers every situation', () => {
    expect(new Set(situations.map(permissionFor))).toEqual(new Set(['allow', 'inbox', 'never']));
    expect(situations).toHaveLength(acts.length * 3 * custodyClasses.length * 2);
  });

  test('never lets anyone act on what is attached', () => {
    expect(situations.filter(({ act, custody }) => custody === 'attached' && operationNames.includes(act as never)).every((situation) => permissionFor(situation) === 'never')).toBe(true);
  });

  test('never lets an agent remove, or decide in a person’s place, with any policy', () => {
    const agents = situations.filter(({ act, actor }) => actor === 'agt' && (act.startsWith('remove_') || !operationNames.includes(act as never)));

    expect(agents.every((situation) => permissionFor(situation) === 'never')).toBe(true);
  });

  test('lets an agent begin only with a policy, or through the inbox', () => {
    expect(permissionFor({ act: 'start_container', actor: 'agt', custody: 'created', policy: false })).toBe('inbox');
    expect(permissionFor({ act: 'start_container', actor: 'agt', custody: 'created', policy: true })).toBe('allow');
  });

  test('never lets the console act by itself', () => {
    expect(situations.filter(({ actor }) => actor === 'atm').every((situation) => permissionFor(situation) === 'never')).toBe(true);
  });

  test('asks for a signature for every decision of the operator', () => {
    for (const decision of approvableSchema.options) {
      expect(permissionFor({ act: decision, actor: 'adm', custody: 'none', policy: true })).toBe('inbox');
      expect(scopeOf(decision)).not.toBe('');
    }
  });
});

/** Cheap to guess, and so quick to test with. */
const cheap = { N: 2 ** 14, r: 1, p: 1 };

describe('where keys are kept', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(() => removeFolder(folder));

  test('a key is made once and is the same afterwards, in a file of this account alone', async () => {
    const first = await keptOrNewKeys(new FileSecretStore(folder), () => false);
    const again = await keptOrNewKeys(new FileSecretStore(folder), () => false);

    expect(secretNames.map((name) => fingerprintOfKey(again[name]))).toEqual(secretNames.map((name) => fingerprintOfKey(first[name])));
    expect(secretNames.map((name) => statSync(bareFile(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test('a key that others could have read is not used', async () => {
    await makeKey(new FileSecretStore(folder), 'operator-key');
    chmodSync(path.join(folder, 'operator-key.secret'), 0o644);

    await expect(keptKey(new FileSecretStore(folder), 'operator-key')).rejects.toThrow(SecretStoreError);
  });

  test('a passphrase opens what it sealed, another one does not, and neither does a changed file', async () => {
    const store = new PassphraseSecretStore(folder, 'correct horse', cheap);
    await store.write('owner-key', Buffer.from('the key itself'));
    const file = path.join(folder, 'owner-key.sealed');

    expect((await store.read('owner-key'))?.toString()).toBe('the key itself');
    expect(readFileSync(file).includes('the key itself')).toBe(false);
    await expect(new PassphraseSecretStore(folder, 'wrong horse', cheap).read('owner-key')).rejects.toThrow(WrongPassphraseError);
    const sealed = JSON.parse(readFileSync(file, 'utf8')) as { cipher: { text: string } };
    sealed.cipher.text = Buffer.from(sealed.cipher.text, 'base64').fill(0, 0, 1).toString('base64');
    writeFileSync(file, JSON.stringify(sealed), { mode: 0o600 });
    await expect(store.read('owner-key')).rejects.toThrow(WrongPassphraseError);
  });

  test('one sealed secret cannot stand in for another', async () => {
    const store = new PassphraseSecretStore(folder, 'correct horse', cheap);
    await store.write('owner-key', Buffer.from('owner'));
    writeFileSync(path.join(folder, 'operator-key.sealed'), readFileSync(path.join(folder, 'owner-key.sealed')), { mode: 0o600 });

    await expect(store.read('operator-key')).rejects.toThrow(WrongPassphraseError);
  });

  test('what is not there is null', async () => {
    expect(await new FileSecretStore(folder).read('ledger-key')).toBeNull();
    expect(await new PassphraseSecretStore(folder, 'x', cheap).read('ledger-key')).toBeNull();
  });
});
