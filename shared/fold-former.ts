import type { Attempt } from './attempt.ts';
import type { Binding, Noted, Resource } from './binding.ts';
import type { External, Former, Released, Returned } from './external.ts';
import type { FactValue } from './facts.ts';
import { withAbsence, withResourceAttempt } from './fold-binding.ts';
import type { Instant } from './ids.ts';
import type { World } from './world.ts';

/** What of a world these folds change. */
interface Draft {
  bindings: World['bindings'];
}

/** The worker that had it before this console gave it away: exactly the thing that went, not another one under its name. */
export function formerOf({ bindings }: Pick<World, 'bindings'>, { ref, identity }: Pick<External, 'ref' | 'identity'>): Former | undefined {
  for (const { id, spec, resources } of bindings.values()) {
    if (spec.engine !== ref.engine) continue;
    const found = Object.values(resources).find(({ kind, present, released }) => released && kind === ref.resource && present?.value.id === ref.id && present.value.created === identity.created);
    if (found) return { binding: id, role: found.role };
  }
  return undefined;
}

export const returnFormer = (draft: Draft, former: Former | undefined, seqs: readonly number[], returned: Returned): void =>
  changeFormer(draft, former, seqs, (resource) => ({ ...resource, returned }));

/** Given away once more, by what it came back as. */
export const releaseFormer = (draft: Draft, former: Former | undefined, seqs: readonly number[], released: Released): void =>
  changeFormer(draft, former, seqs, ({ returned: _over, ...resource }) => ({ ...resource, released }));

/** What was there in its place could not be told from it, and a person gave it up. */
export const leaveFormer = (draft: Draft, former: Former | undefined, left: { readonly seq: number; readonly at: Instant }): void =>
  changeFormer(draft, former, [left.seq], (resource) => (resource.returned ? { ...resource, returned: { ...resource.returned, left } } : resource));

/** A settlement tells nothing without its intent, which may be from before it came back. */
export const askFormer = (draft: Draft, former: Former | undefined, seq: number, attempt: Attempt): void =>
  changeFormer(draft, former, [attempt.intent.seq, seq], (resource) => withResourceAttempt(resource, attempt));

export const missFormer = (draft: Draft, former: Former | undefined, absent: Noted<FactValue<'absent'>>): void =>
  changeFormer(draft, former, [absent.seq], (resource) => withAbsence(resource, absent));

function changeFormer(draft: Draft, former: Former | undefined, seqs: readonly number[], change: (resource: Resource) => Resource): void {
  const binding = former && draft.bindings.get(former.binding);
  if (!binding) return;
  const resources: Binding['resources'] = { ...binding.resources, [former.role]: change(binding.resources[former.role]) };
  draft.bindings = draft.bindings.with(binding.id, { ...binding, resources, elsewhere: [...new Set([...(binding.elsewhere ?? []), ...seqs])] });
}
