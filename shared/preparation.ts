import { isOurs, type Binding } from './binding.ts';
import type { ResourceRole } from './reference.ts';

export type PreparationStep =
  | { readonly kind: 'create'; readonly role: ResourceRole }
  /** It was created, but not looked at since. */
  | { readonly kind: 'look'; readonly role: ResourceRole }
  | { readonly kind: 'layout'; readonly role: 'work' | 'state' };

const creationOrder: readonly ResourceRole[] = ['work', 'state', 'container'];

/** What is still missing of a worker's preparation, in order. Empty when it is prepared. */
export function missingSteps(binding: Binding): readonly PreparationStep[] {
  const created = creationOrder.flatMap((role): PreparationStep[] => {
    const resource = binding.resources[role];
    if (!isOurs(resource)) return [{ kind: 'create', role }, { kind: 'look', role }];
    return resource.present ? [] : [{ kind: 'look', role }];
  });
  const layouts = (['work', 'state'] as const).filter((role) => binding.resources[role].layout?.settlement?.disposition !== 'applied');
  return [...created, ...layouts.map((role): PreparationStep => ({ kind: 'layout', role }))];
}

export const isPrepared = (binding: Binding): boolean => missingSteps(binding).length === 0;
