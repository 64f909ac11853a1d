import { isMade, type Binding } from './binding.ts';
import type { ResourceRole, VolumeRole } from './reference.ts';

export type PreparationStep =
  | { readonly kind: 'create'; readonly role: ResourceRole }
  /** It was created, but not looked at since. */
  | { readonly kind: 'look'; readonly role: ResourceRole }
  | { readonly kind: 'layout'; readonly role: VolumeRole };

/** The container last: it is joined to the network and mounts the volumes. */
export const creationOrder = ({ spec }: Pick<Binding, 'spec'>): readonly ResourceRole[] => [...(spec.network === 'internal' ? ['network' as const] : []), 'work', 'state', 'container'];

/** What is still missing of a worker's preparation, in order. Empty when it is prepared. */
export function missingSteps(binding: Binding): readonly PreparationStep[] {
  const creations = creationOrder(binding).flatMap((role): PreparationStep[] => {
    const resource = binding.resources[role];
    if (!isMade(resource)) return [{ kind: 'create', role }, { kind: 'look', role }];
    return resource.present ? [] : [{ kind: 'look', role }];
  });
  const layouts = (['work', 'state'] as const).flatMap((role): PreparationStep[] => {
    const { layout, present } = binding.resources[role];
    if (layout?.settlement?.disposition !== 'applied') return [{ kind: 'layout', role }, { kind: 'look', role }];
    // Some engines tell a volume's last change as its creation time, so it is recorded once more after ours.
    return present && present.seq > layout.settlement.seq ? [] : [{ kind: 'look', role }];
  });
  return [...creations, ...layouts];
}

export const isPrepared = (binding: Binding): boolean => missingSteps(binding).length === 0;
