import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Released } from '../../../shared/external.ts';
import { instantOf } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { releaseStatementSchema, type Receiver, type ReleaseFile, type ReleaseStatement } from '../../../shared/release.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { KeyRing } from '../approvals/key-ring.ts';
import { letOut, type OutgoingFile } from '../artifacts/let-out.ts';
import { makeOutgoing } from '../artifacts/outgoing-files.ts';
import type { Attempts } from '../attempts/attempts.ts';
import type { Permit } from '../attempts/permit.ts';
import { digestOf, digestOfText } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import type { GivenThing } from './given.ts';
import { cameBack } from './own-releases.ts';

/** A release may be taken up for so long. */
const openDays = 30;

interface Ports {
  readonly journal: Journal;
  readonly permit: Permit;
  readonly ring: KeyRing;
  readonly now?: () => number;
}

/** Signs that these things are not this console’s any more. From here on no effect about them starts. */
export async function release({ journal, permit, ring, now = Date.now }: Ports, toGiveAway: () => Result<GivenThing>, to: Receiver): Promise<Result<null>> {
  const { installation } = journal.world;
  const seen = toGiveAway();
  if (!seen.ok) return seen;
  if (installation === null || to === installation) return refused(refusal('bad_input', 'It would be released to this console itself.', 'Name the console that is to have it.'));
  const bar = await seen.value.look();
  if (bar) return refused(bar);
  // While the engine answered, something may have begun about it.
  const still = toGiveAway();
  if (!still.ok) return still;
  const given = still.value;
  const at = now();
  const statement: ReleaseStatement = {
    v: 1, kind: 'release', installation, engine: given.engine, to, of: given.of,
    resources: [...given.resources], nonce: randomBytes(16).toString('hex'), at: instantOf(at), until: instantOf(at + openDays * 86_400_000),
  };
  const document = asJson(statement);
  const approval = ring.sign('release', document);
  const allowed = permit('release', document, approval);
  if (!allowed.ok) return allowed;
  const subject = digestOf(document);
  journal.appendAll(
    [
      ...given.proposed.map((about) => ({ actor: operator, about, body: { kind: 'observation', fact: 'proposed', value: { act: 'release', subject, to }, source: 'the operator, at the window' } }) as const),
      { actor: operator, about: given.decided, approval: approval.nonce, body: { kind: 'decision', decision: 'release', subject, approval } },
    ],
    [document],
  );
  return ok(null);
}

interface Out {
  readonly journal: Journal;
  readonly attempts: Attempts;
  readonly dataFolder: string;
}

/** Lets the file of a release out, as often as it is wanted: it is made anew from what the ledger keeps. */
export async function writeRelease({ journal, attempts, dataFolder }: Out, released: Released, folder: string): Promise<Result<{ readonly file: string }>> {
  const file = fileOf(journal, released);
  if (!file) return refused(refusal('not_found', 'What this release said is not kept any more.', 'Put back a backup in which it is kept.'));
  if (cameBack(journal, file.statement)) return refused(refusal('blocked', 'Something that this release gave away is this console’s again, and its file would give it away once more.', 'Release it anew, and name the console that is to have it.'));
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
