import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Proposal, Released } from '../../../shared/external.ts';
import { instantOf } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { operator } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import { isExpired, releaseStatementSchema, type Receiver, type ReleasedResource, type ReleaseFile, type ReleaseStatement } from '../../../shared/release.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { KeyRing } from '../approvals/key-ring.ts';
import { letOut, type OutgoingFile } from '../artifacts/let-out.ts';
import { makeOutgoing } from '../artifacts/outgoing-files.ts';
import type { Attempts } from '../attempts/attempts.ts';
import type { Permit } from '../attempts/permit.ts';
import { digestOf, digestOfText } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import type { GivenBefore } from './given-before.ts';
import type { GivenThing, GoingTogether } from './given.ts';
import { cameBack } from './own-releases.ts';

/** A release may be taken up for so long. */
const openDays = 30;

export interface SigningPorts {
  readonly journal: Journal;
  readonly permit: Permit;
  readonly ring: KeyRing;
  readonly now?: () => number;
}

/** Signs that these things are not this console’s any more. From here on no effect about them starts. */
export async function release({ journal, permit, ring, now = Date.now }: SigningPorts, toGiveAway: () => Result<GivenThing>, to: Receiver): Promise<Result<null>> {
  const { installation } = journal.world;
  const seen = toGiveAway();
  if (!seen.ok) return seen;
  if (installation === null || to === installation) return refused(refusal('bad_input', 'It would be released to this console itself.', 'Name the console that is to have it.'));
  const bar = await seen.value.look();
  if (bar) return refused(bar);
  // While the engine answered, something may have begun about it.
  const still = toGiveAway();
  if (!still.ok) return still;
  const { engine, of, resources, decided, proposed } = still.value;
  return signed({ journal, permit, ring, now }, { installation, engine, to, of, resources: [...resources] }, { decided, proposed });
}

/** Signs once more, for the same receiver, what a release gave away and is there yet: nothing of it comes back by that. */
export async function releaseAnew(ports: SigningPorts, givenBefore: () => Result<GivenBefore>, look: (given: GivenBefore) => Promise<Result<readonly ReleasedResource[]>>): Promise<Result<null>> {
  const { installation } = ports.journal.world;
  const before = givenBefore();
  if (!before.ok) return before;
  const there = await look(before.value);
  if (!there.ok) return there;
  // While the engine answered, something of it may have come back.
  const still = givenBefore();
  if (!still.ok) return still;
  const { engine, to, of, signed: last, decided, proposed } = still.value;
  const away = new Set(still.value.resources.map(({ resource, name }) => `${resource} ${name}`));
  const resources = there.value.filter(({ resource, name }) => away.has(`${resource} ${name}`));
  if (installation === null || resources.length === 0 || last !== before.value.signed) return refused(refusal('unconfirmed', `What is released of ${of} changed while its engine was asked.`, 'Look again.'));
  const stated = resources.map(({ resource, identity }) => ({ resource, id: identity.id }));
  const isStated = (about: Ref): boolean => about.kind !== 'external' || stated.some(({ resource, id }) => resource === about.resource && id === about.id);
  return signed(ports, { installation, engine, to, of, resources }, { decided, proposed: proposed.filter(isStated), again: { anew: true, stated } });
}

type Said = Pick<ReleaseStatement, 'installation' | 'engine' | 'to' | 'of' | 'resources'>;

interface About extends Pick<GoingTogether, 'decided' | 'proposed'> {
  /** What of it is signed once more. */
  readonly again?: Required<Pick<Extract<Proposal, { act: 'release' }>, 'anew' | 'stated'>>;
}

function signed({ journal, permit, ring, now = Date.now }: SigningPorts, said: Said, { decided, proposed, again }: About): Result<null> {
  const at = now();
  const statement: ReleaseStatement = { v: 1, kind: 'release', ...said, nonce: randomBytes(16).toString('hex'), at: instantOf(at), until: instantOf(at + openDays * 86_400_000) };
  const document = asJson(statement);
  const approval = ring.sign('release', document);
  const allowed = permit('release', document, approval);
  if (!allowed.ok) return allowed;
  const subject = digestOf(document);
  const value = { act: 'release', subject, to: said.to, ...again } as const;
  journal.appendAll(
    [
      ...proposed.map((about) => ({ actor: operator, about, body: { kind: 'observation', fact: 'proposed', value, source: 'the operator, at the window' } }) as const),
      { actor: operator, about: decided, approval: approval.nonce, body: { kind: 'decision', decision: 'release', subject, approval } },
    ],
    [document],
  );
  return ok(null);
}

interface Out {
  readonly journal: Journal;
  readonly attempts: Attempts;
  readonly dataFolder: string;
  readonly now?: () => number;
}

/** Lets the file of a release out, as often as it is wanted: it is made anew from what the ledger keeps. */
export async function writeRelease({ journal, attempts, dataFolder, now = Date.now }: Out, released: Released, folder: string): Promise<Result<{ readonly file: string }>> {
  const file = fileOf(journal, released);
  if (!file) return refused(refusal('not_found', 'What this release said is not kept any more.', 'Put back a backup in which it is kept.'));
  if (cameBack(journal, file.statement)) return refused(refusal('blocked', 'Something that this release gave away is this console’s again, and its file would give it away once more.', 'Release it anew, and name the console that is to have it.'));
  if (isExpired(file.statement, instantOf(now()))) return refused(refusal('blocked', `This release was good until ${file.statement.until.slice(0, 10)}: nobody takes its file up any more.`, 'Sign it anew: what is still there is released to the same receiver once more.'));
  const made = await stage(dataFolder, file);
  return made.ok ? letOut(attempts, 'write_release', made.value, folder) : made;
}

async function stage(dataFolder: string, file: ReleaseFile): Promise<Result<OutgoingFile>> {
  const { of, nonce } = file.statement;
  const text = canonicalText(asJson(file));
  const name = `release-${of.replaceAll(/[^a-zA-Z0-9.-]+/g, '-').slice(0, 60)}-${nonce.slice(0, 8)}.json`;
  try {
    return await makeOutgoing(dataFolder, async (staged) => {
      await writeFile(staged, text, { mode: 0o600, flag: 'wx', flush: true });
      return ok({ digest: digestOfText(text), bytes: Buffer.byteLength(text), name });
    });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return refused(refusal('blocked', `It could not be written to the data folder: ${error.message}.`, 'Mend what stands in the way, then try again. Nothing was left behind.'));
  }
}

function fileOf(journal: Pick<Journal, 'world' | 'document'>, { subject, approval }: Released): ReleaseFile | undefined {
  const statement = releaseStatementSchema.safeParse(journal.document(subject));
  const publicKey = approval && journal.world.approvers.get(approval.approver)?.publicKey;
  return statement.success && approval && publicKey !== undefined ? { statement: statement.data, approval, publicKey } : undefined;
}

/** A document as it is digested: what is absent in it is left out. */
export const asJson = (value: ReleaseStatement | ReleaseFile): Json => JSON.parse(JSON.stringify(value)) as Json;
