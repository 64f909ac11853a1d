import { randomBytes } from 'node:crypto';
import { scopeOf, type Approvable, type Approval, type ApprovalScope, type Approver } from '../../../shared/approval.ts';
import { instantOf } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import type { KeySet } from './key-set.ts';
import { fingerprintOfKey, publicKeyText, signApproval } from './signing-key.ts';

/** An approval given at the window is used at once; it lapses soon all the same. */
const windowMinutes = 5;

interface Role {
  readonly secret: 'operator-key' | 'owner-key';
  readonly name: string;
  readonly scopes: readonly ApprovalScope[];
}

/** The two roles that may sign. One person may hold both; they are never assumed to be one. */
const roles: readonly Role[] = [
  { secret: 'operator-key', name: 'operator', scopes: ['run', 'destroy', 'close', 'accept', 'reanchor'] },
  { secret: 'owner-key', name: 'credential owner', scopes: ['spend', 'waive', 'transfer'] },
];

/** The approver keys that are kept here and unlocked. */
export class KeyRing {
  readonly #keys: Pick<KeySet, Role['secret']>;
  readonly #now: () => number;

  constructor(keys: Pick<KeySet, Role['secret']>, now: () => number = Date.now) {
    this.#keys = keys;
    this.#now = now;
  }

  /** Enrols what is not enrolled yet. The first key of a ledger vouches for itself; every later one is signed for by it. */
  enrol(journal: Journal): void {
    for (const role of roles) {
      const key = this.#keys[role.secret];
      if (journal.world.approvers.has(fingerprintOfKey(key))) continue;
      const offer: Json = { fingerprint: fingerprintOfKey(key), publicKey: publicKeyText(key), name: role.name, scopes: [...role.scopes] };
      const subject = digestOf(offer);
      const approval = this.sign('enrol_key', offer);
      journal.appendAll(
        [
          { actor: operator, about: { kind: 'installation' }, body: { kind: 'observation', fact: 'key', value: { ...(offer as Omit<Approver, 'retired' | 'scopes'>), scopes: [...role.scopes], subject }, source: 'made by this console' } },
          { actor: operator, about: { kind: 'installation' }, approval: approval.nonce, body: { kind: 'decision', decision: 'enrol_key', subject, approval } },
        ],
        [offer],
      );
    }
  }

  /** Signs for exactly this subject, with the key of the role that may. */
  sign(decision: Approvable, subject: Json): Approval {
    const scope = scopeOf(decision);
    const role = roles.find(({ scopes }) => scopes.includes(scope)) ?? roles[0];
    if (!role) throw new NoKeyError(`no role signs for ${decision}`);
    const key = this.#keys[role.secret];
    const expires = instantOf(this.#now() + windowMinutes * 60_000);
    return signApproval({ v: 1, decision, subject: digestOf(subject), approver: fingerprintOfKey(key), scope, expires, nonce: randomBytes(16).toString('hex') }, key);
  }
}

export class NoKeyError extends Error {
  override name = 'NoKeyError';
}

/** What an action that needs a signature says while the keys are locked. */
export const lockedKeys = (): Result<never> => refused(refusal('blocked', 'The approver keys are locked.', 'Unlock them with their passphrase under Settings.'));

export const unlocked = <Value>(value: Value | undefined): Result<Value> => (value === undefined ? lockedKeys() : ok(value));
