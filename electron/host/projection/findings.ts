import type { Approval } from '../../../shared/approval.ts';
import type { Binding } from '../../../shared/binding.ts';
import { acceptanceOf, placeText, standsForMore, waysOf, whyOf, type Finding, type FindingRow } from '../../../shared/finding.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Manifest } from '../../../shared/manifest.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Permit } from '../attempts/permit.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { projectionRef } from '../placement/worker-refs.ts';

/** What was found in a manifest's settings, each by the digest that an acceptance of it binds. */
export function findingRows(binding: Binding, { entries, findings = [] }: Manifest): readonly FindingRow[] {
  const staged = new Map(entries.map(({ path, stagedDigest }) => [path, stagedDigest]));
  return findings.map((finding) => {
    const bytes = standsForMore(finding) ? staged.get(finding.file) : undefined;
    const id = digestOf(acceptanceOf(binding.id, { finding, ...(bytes && { bytes }) }));
    return { id, finding, ...(bytes && { bytes }), accepted: isAccepted(binding, id, finding) };
  });
}

/** Acceptance is no way for a secret, whoever signed it. */
export const isAccepted = ({ accepted }: Binding, id: Digest, finding: Finding): boolean => accepted.includes(id) && waysOf(finding).includes('accept');

/** Why these files are not delivered yet: what was fixed or dropped is no finding of this manifest any more. */
export function whyUndecided(binding: Binding, manifest: Manifest): Refusal | null {
  const open = findingRows(binding, manifest).filter(({ accepted }) => !accepted);
  const [first] = open;
  if (!first) return null;
  const { finding } = first;
  const more = open.length > 1 ? ` ${open.length - 1} more findings are undecided.` : '';
  return refusal('blocked', `“${finding.file}”, ${placeText(finding.place)}: ${finding.text}. ${whyOf(finding.kind)}${more}`, 'Fix, drop or accept each finding, then deliver.');
}

interface Signed {
  readonly journal: Journal;
  readonly permit: Permit;
}

/** Records that a finding is accepted as it is, by name. */
export function acceptFinding({ journal, permit }: Signed, binding: Binding, manifest: Digest, row: FindingRow, approval: Approval): Result<null> {
  const subject = acceptanceOf(binding.id, row);
  if (journal.world.bindings.get(binding.id)?.accepted.includes(digestOf(subject))) return refused(refusal('already_so', 'This finding was accepted already.', 'Go on with the other ones, or deliver.'));
  const allowed = permit('accept_finding', subject, approval);
  if (!allowed.ok) return allowed;
  const body = { kind: 'decision', decision: 'accept_finding', subject: digestOf(subject), approval } as const;
  journal.append({ actor: operator, about: projectionRef(binding, manifest), approval: approval.nonce, body }, [subject]);
  return ok(null);
}
