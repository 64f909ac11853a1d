import type { Attempt } from './attempt.ts';
import type { Noted } from './binding.ts';
import { keyOfExternal, signedAnew, withOwnRelease, type External, type Proposal, type Released } from './external.ts';
import type { FactValue } from './facts.ts';
import { withAbsence } from './fold-binding.ts';
import { askFormer, formerOf, leaveFormer, missFormer, releaseFormer, returnFormer } from './fold-former.ts';
import type { Digest, Instant } from './ids.ts';
import type { MapDraft } from './map-draft.ts';
import type { ExternalRef, Ref } from './reference.ts';
import type { World } from './world.ts';

/** What of a world these folds change. */
interface Draft {
  readonly externals: MapDraft<string, External>;
  readonly takenReleases: MapDraft<string, Line>;
  bindings: World['bindings'];
}

type Line = { readonly seq: number; readonly at: Instant };

export function proposeExternal(draft: Draft, about: ExternalRef, proposal: Proposal, proposed: number): void {
  const known = draft.externals.get(keyOfExternal(about));
  if (known) draft.externals.set(keyOfExternal(about), { ...known, proposal, proposed });
  else if (proposal.act !== 'release') draft.externals.set(keyOfExternal(about), { ...identifiedBy(about, proposal), custody: { kind: 'none' }, proposal, proposed });
}

export function attachExternal(draft: Draft, about: Ref, subject: Digest, line: Line): void {
  changeExternal(draft, about, (external) => {
    const { proposal, custody, ref, releases } = external;
    if (proposal?.act !== 'attach' || proposal.subject !== subject) return external;
    // What is ours already is not made less by looking at it.
    return custody.kind === 'transferred' && !external.absent ? external : { ...identifiedBy(ref, proposal), custody: { kind: 'attached', ...line }, ...(releases && { releases }) };
  });
}

export function leaveExternal(draft: Draft, about: Ref, line: Line): void {
  const external = externalOf(draft, about);
  if (!external || (external.custody.kind !== 'attached' && external.custody.kind !== 'transferred')) return;
  draft.externals.set(keyOfExternal(external.ref), { ...external, custody: { kind: 'left', ...line } });
  if (external.custody.kind === 'transferred') leaveFormer(draft, external.former, line);
}

/** One decision takes over all that was proposed under its subject. */
export function transferExternals(draft: Draft, about: Ref, subject: Digest, line: Line): void {
  for (const [key, { ref, proposal, proposed, releases }] of draft.externals.map) {
    if (!isOn(about, ref) || proposal?.act !== 'transfer' || proposal.subject !== subject) continue;
    const { from } = proposal;
    if (from.by === 'release') draft.takenReleases.set(from.nonce, line);
    const former = formerOf(draft, { ref, identity: proposal.identity });
    draft.externals.set(key, { ...identifiedBy(ref, proposal), custody: { kind: 'transferred', from, subject, ...line }, ...(former && { former }), ...(releases && { releases }) });
    returnFormer(draft, former, seqsOf(proposed, line), { from, ...line });
  }
}

export function releaseExternals(draft: Draft, about: Ref, decided: Omit<Released, 'to'>): void {
  for (const [key, { proposal, proposed, ...external }] of draft.externals.map) {
    if (!isOn(about, external.ref) || proposal?.act !== 'release' || proposal.subject !== decided.subject) continue;
    const { custody } = external;
    const released: Released = proposal.anew && custody.kind === 'released' ? signedAnew(custody, decided) : { ...decided, to: proposal.to };
    draft.externals.set(key, { ...external, custody: { kind: 'released', ...released }, releases: withOwnRelease(external.releases, decided) });
    releaseFormer(draft, external.former, seqsOf(proposed, decided), released);
  }
}

const seqsOf = (proposed: number | undefined, { seq }: Pick<Line, 'seq'>): readonly number[] => (proposed === undefined ? [seq] : [proposed, seq]);

/** An attempt about something that is no worker’s, begun or settled by this receipt. */
export function askExternal(draft: Draft, about: Ref, attempt: Attempt, seq: number): void {
  changeExternal(draft, about, (external) => withExternalAttempt(external, attempt));
  askFormer(draft, externalOf(draft, about)?.former, seq, attempt);
}

export function missExternal(draft: Draft, about: Ref, absent: Noted<FactValue<'absent'>>): void {
  changeExternal(draft, about, (external) => withAbsence(external, absent));
  missFormer(draft, externalOf(draft, about)?.former, absent);
}

function withExternalAttempt(external: External, attempt: Attempt): External {
  switch (attempt.operation) {
    case 'stop_container': return { ...external, stop: attempt };
    case 'remove_container':
    case 'remove_network':
    case 'remove_volume': return { ...external, removal: attempt };
    default: return external;
  }
}

function changeExternal(draft: Pick<Draft, 'externals'>, about: Ref, change: (external: External) => External): void {
  const external = externalOf(draft, about);
  if (external) draft.externals.set(keyOfExternal(external.ref), change(external));
}

const externalOf = ({ externals }: Pick<Draft, 'externals'>, about: Ref): External | undefined => (about.kind === 'external' ? externals.get(keyOfExternal(about)) : undefined);

const isOn = (about: Ref, { engine }: ExternalRef): boolean => about.kind === 'engine' && about.engine === engine;

const identifiedBy = (ref: ExternalRef, proposal: Exclude<Proposal, { act: 'release' }>): Omit<External, 'custody'> => ({
  ref,
  endpoint: proposal.endpoint,
  identity: proposal.identity,
  signs: proposal.act === 'attach' ? proposal.signs : [],
});
