import type { Attempt } from './attempt.ts';
import type { Noted } from './binding.ts';
import { keyOfExternal, type External, type Proposal, type Released } from './external.ts';
import type { AbsenceReading } from './facts.ts';
import type { Digest, Instant } from './ids.ts';
import type { ExternalRef, Ref } from './reference.ts';

/** What of a world these folds change. */
interface Draft {
  readonly externals: Map<string, External>;
  readonly takenReleases: Map<string, Line>;
}

type Line = { readonly seq: number; readonly at: Instant };

export function proposeExternal(draft: Draft, about: ExternalRef, proposal: Proposal): void {
  const known = draft.externals.get(keyOfExternal(about));
  if (known) draft.externals.set(keyOfExternal(about), { ...known, proposal });
  else if (proposal.act !== 'release') draft.externals.set(keyOfExternal(about), { ...identifiedBy(about, proposal), custody: { kind: 'none' }, proposal });
}

export function attachExternal(draft: Draft, about: Ref, subject: Digest, line: Line): void {
  changeExternal(draft, about, (external) => {
    const { proposal, custody, ref } = external;
    if (proposal?.act !== 'attach' || proposal.subject !== subject) return external;
    // What is ours already is not made less by looking at it.
    return custody.kind === 'transferred' && !external.absent ? external : { ...identifiedBy(ref, proposal), custody: { kind: 'attached', ...line } };
  });
}

export function leaveExternal(draft: Draft, about: Ref, line: Line): void {
  changeExternal(draft, about, (external) => (external.custody.kind === 'attached' ? { ...external, custody: { kind: 'left', ...line } } : external));
}

/** One decision takes over all that was proposed under its subject. */
export function transferExternals(draft: Draft, about: Ref, subject: Digest, line: Line): void {
  for (const [key, { ref, proposal }] of draft.externals) {
    if (!isOn(about, ref) || proposal?.act !== 'transfer' || proposal.subject !== subject) continue;
    const { from } = proposal;
    if (from.by === 'release') draft.takenReleases.set(from.nonce, line);
    draft.externals.set(key, { ...identifiedBy(ref, proposal), custody: { kind: 'transferred', from, subject, ...line } });
  }
}

export function releaseExternals(draft: Draft, about: Ref, decided: Omit<Released, 'to'>): void {
  for (const [key, { proposal, ...external }] of draft.externals) {
    if (!isOn(about, external.ref) || proposal?.act !== 'release' || proposal.subject !== decided.subject) continue;
    draft.externals.set(key, { ...external, custody: { kind: 'released', ...decided, to: proposal.to } });
  }
}

export function withExternalAttempt(external: External, attempt: Attempt): External {
  switch (attempt.operation) {
    case 'stop_container': return { ...external, stop: attempt };
    case 'remove_container':
    case 'remove_network':
    case 'remove_volume': return { ...external, removal: attempt };
    default: return external;
  }
}

export const withExternalAbsence = (external: External, absent: Noted<readonly AbsenceReading[]>): External => ({ ...external, absent });

export function changeExternal(draft: Pick<Draft, 'externals'>, about: Ref, change: (external: External) => External): void {
  if (about.kind !== 'external') return;
  const external = draft.externals.get(keyOfExternal(about));
  if (external) draft.externals.set(keyOfExternal(about), change(external));
}

const isOn = (about: Ref, { engine }: ExternalRef): boolean => about.kind === 'engine' && about.engine === engine;

const identifiedBy = (ref: ExternalRef, proposal: Exclude<Proposal, { act: 'release' }>): Omit<External, 'custody'> => ({
  ref,
  endpoint: proposal.endpoint,
  identity: proposal.identity,
  signs: proposal.act === 'attach' ? proposal.signs : [],
});
