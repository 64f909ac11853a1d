import type { Requests } from '../../../shared/bridge.ts';
import { externalKey, type External } from '../../../shared/external.ts';
import type { ExternalSeen, ExternalView, OfExternal } from '../../../shared/external-view.ts';
import { awayWith, externalPlan, togetherWith } from '../../../shared/external-plan.ts';
import { instantOf, type Digest } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { standingsOn } from '../../../shared/standing.ts';
import { attach, attachBar, attachSubject, externalRef, leave, leaveBar } from '../custody/attach.ts';
import { namedOwner } from '../custody/named-owner.ts';
import { seenOf } from '../custody/look-at-external.ts';
import { readExternal } from '../custody/read-external.ts';
import type { Desk } from '../desk.ts';
import { digestOf } from '../ledger/digest.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { differenceOf, whenReachable } from '../placement/identity.ts';

type Names = 'openExternal' | 'attach' | 'leave';

/** What is on an engine and was not created for a worker of this console. */
export function externalRequests(desk: Desk): Pick<Requests, Names> {
  const { journal } = desk;
  return {
    openExternal: (input) => lookAt(desk, input),

    attach: async ({ shown, ...input }) => {
      const bar = writableBar(journal);
      if (bar) return refused(bar);
      const view = await lookAt(desk, input);
      if (!view.ok) return view;
      const { ref, seen, standing } = view.value;
      const why = attachBar(standing);
      if (why) return refused(why);
      return seen ? attach(journal, input, ref, seen, shown) : refused(gone(ref.name));
    },

    leave: async (input) => {
      const external = externalAt(desk, input);
      const bar = writableBar(journal);
      if (bar) return refused(bar);
      if (!external) return refused(unknownHere(input.id));
      const view = external.custody.kind === 'transferred' ? await lookAt(desk, input) : undefined;
      if (view && !view.ok) return view;
      const why = view && leaveBar(view.value);
      return why ? refused(why) : leave(journal, external);
    },
  };
}

const gone = (name: string) => refusal('not_found', `${name} is not there any more.`, 'Look at the list of its engine.');

export const unknownHere = (id: string) => refusal('not_found', `${id} was neither attached nor given to this console.`, 'Look at the list of its engine.');

/** What the ledger knows under this id, on the engine that answers there, or did when it was last heard of. */
export function externalAt({ journal, directory }: Pick<Desk, 'journal' | 'directory'>, { endpoint, resource, id }: OfExternal): External | undefined {
  const { externals, endpoints } = journal.world;
  const engine = directory.row(endpoint)?.facts?.engine ?? endpoints.get(endpoint)?.value.engine;
  if (engine) return externals.get(externalKey(engine, resource, id));
  return [...externals.values()].find(({ ref, endpoint: where }) => where === endpoint && ref.resource === resource && ref.id === id);
}

/** Reads it now, and says whose it is. */
export function lookAt(desk: Desk, { endpoint, resource, id }: OfExternal): Promise<Result<ExternalView>> {
  const { journal, readers, directory } = desk;
  return whenReachable(async () => {
    const reader = readers.at(endpoint);
    const { engine } = await reader.identity();
    const seen = await readExternal(reader, resource, id);
    const known = journal.world.externals.get(externalKey(engine, resource, id));
    if (!seen && !known) return refused(refusal('not_found', `There is no ${resource} ${id} on this engine.`, 'Look at the list of its engine.'));
    const ref = externalRef(engine, { resource, id }, seen?.name ?? known?.ref.name ?? id);
    const standing = standingsOn(journal.world, engine)({ resource, id, labels: seen?.labels ?? {}, signs: seen?.signs ?? [], ...(seen && { created: seen.identity.created }) });
    return ok({ ref, endpoint, engineLabel: directory.labelOf(endpoint), standing, readAt: instantOf(Date.now()), ...(known && { known, ...namedOwner(journal, known) }), ...planOf(desk, known, seen), ...seenParts(ref, seen, known) });
  });
}

function planOf({ attempts, directory, journal }: Desk, known: External | undefined, seen: ExternalSeen | null): Pick<ExternalView, 'plan' | 'together' | 'away'> {
  if (!known) return { plan: [], together: 0, away: [] };
  const { externals } = journal.world;
  return {
    plan: externalPlan(known, seenOf(known, seen, journal.world), attempts.calling, directory.labelOf(known.endpoint)),
    together: togetherWith(known, externals.values()).length,
    away: awayWith(known, externals.values()).flatMap(({ ref: { resource, name }, custody }) => (custody.kind === 'released' ? [{ resource, name, released: custody }] : [])),
  };
}

function seenParts(ref: ExternalView['ref'], seen: ExternalSeen | null, known: External | undefined): Pick<ExternalView, 'seen' | 'differs' | 'subject'> {
  if (!seen) return {};
  const difference = known && differenceOf(known.identity, seen.identity);
  return {
    seen,
    subject: digestOf(attachSubject(ref, seen)),
    ...(difference !== undefined && { differs: refusal('identity_changed', `The ${ref.resource} ${ref.name} is not the one that was recorded: ${difference}.`, known?.custody.kind === 'transferred' ? 'Nothing was touched. Look at the engine before anything is decided about it.' : 'Nothing was touched. Leave it, or look at the engine.') }),
  };
}

/** What is attached, as it was shown and as it was recorded: only that may be taken over on the operator’s word. */
export async function attachedToTakeOver(desk: Desk, input: OfExternal, shown: Digest): Promise<Result<External>> {
  const view = await lookAt(desk, input);
  if (!view.ok) return view;
  const { known, differs, subject, ref, seen } = view.value;
  if (known?.custody.kind !== 'attached') return refused(refusal('blocked', `${ref.name} is not attached.`, 'Attach it first: what identifies it is recorded then, and what speaks against it is shown.'));
  if (!seen) return refused(gone(ref.name));
  if (differs) return refused(differs);
  return subject === shown ? ok(known) : refused(refusal('changed_since', `The ${ref.resource} ${ref.name} is not as it was shown.`, 'Look at it again, then decide.'));
}

/** Its log may be shown: it is attached, or was given to this console. */
export function watchedContainer(desk: Pick<Desk, 'journal' | 'directory'>, input: OfExternal): Result<External> {
  const external = externalAt(desk, input);
  const isWatched = external && input.resource === 'container' && (external.custody.kind === 'attached' || external.custody.kind === 'transferred');
  if (!isWatched) return refused(refusal('not_ours', 'Only the log of a container that is attached, or is this console’s, is shown.', 'Attach it first.'));
  return ok(external);
}
