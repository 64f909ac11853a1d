import type { Binding } from '../../../shared/binding.ts';
import { awaitsLook } from '../../../shared/custody.ts';
import type { FactValue } from '../../../shared/facts.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import type { ResourceRole } from '../../../shared/reference.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { SeenOf } from '../../../shared/teardown-plan.ts';
import type { Means } from '../engine/means.ts';
import { bindingRef } from '../placement/worker-refs.ts';
import { lookAtResources } from './look-at-resources.ts';

type Reobserved = FactValue<'reobserved'>['resources'];

/** Looks at all that this worker holds, where nobody did since a reanchor. What cannot be read leaves it to be looked at. */
export async function reobserve({ journal, readers }: Pick<Means, 'journal' | 'readers'>, binding: Binding): Promise<Result<null>> {
  if (!awaitsLook(journal.world, binding)) return ok(null);
  const resources = reobservedOf(binding, await lookAtResources({ journal, readers }, binding));
  if (!resources.ok) return resources;
  journal.append({ actor: consoleItself, about: bindingRef(binding), body: { kind: 'observation', fact: 'reobserved', value: { resources: [...resources.value] }, source: 'asked the engine' } });
  return ok(null);
}

function reobservedOf({ resources }: Binding, seen: SeenOf): Result<Reobserved> {
  const found: Reobserved = [];
  for (const { role, present, absent } of Object.values(resources)) {
    if (!present || absent) continue;
    const state = stateOf(role, seen);
    if (!state.ok) return state;
    found.push({ role, state: state.value });
  }
  return ok(found);
}

function stateOf(role: ResourceRole, { [role]: seen }: SeenOf): Result<Reobserved[number]['state']> {
  switch (seen.kind) {
    case 'there':
    case 'gone':
    case 'differs': return ok(seen.kind);
    case 'unreadable': return refused(seen.refusal);
  }
}
