import { isHeld, releaseOf, type Binding, type Resource } from './binding.ts';
import { keyOfExternal, releaseOfFormer, todoOfFormer, type Released, type Returned } from './external.ts';
import type { CustodyClass } from './permission-table.ts';
import type { Ref } from './reference.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { World } from './world.ts';

/** In whose hands something is, of the classes that the permission table knows. */
export function custodyClassOf(world: World, about: Ref): CustodyClass {
  if (about.kind === 'external') return classOfExternal(world, about);
  const binding = 'binding' in about ? world.bindings.get(about.binding) : undefined;
  if (!binding) return 'none';
  if (about.kind === 'resource') return classOfResource(binding, binding.resources[about.role]);
  // What is staged for it lies on this machine, and goes to nobody with what is on an engine.
  if (about.kind === 'binding') return 'created';
  return releaseOf(binding) ? 'released' : 'created';
}

/** Of a worker that was given away nothing more is made here. */
const classOfResource = (binding: Binding, resource: Resource): CustodyClass => (resource.released || (releaseOf(binding) && !isHeld(resource)) ? 'released' : 'created');

function classOfExternal({ externals }: World, about: Extract<Ref, { kind: 'external' }>): CustodyClass {
  const custody = externals.get(keyOfExternal(about))?.custody;
  switch (custody?.kind) {
    case 'transferred': return 'transferred';
    case 'released': return 'released';
    // What nobody decided about is somebody's all the same: it is no less barred than what was attached.
    case 'none':
    case 'attached':
    case 'left':
    case undefined: return 'attached';
  }
}

/** Why no effect about this may start by any road, because of whose it is. */
export function notOursBar(world: World, about: Ref, custody: CustodyClass): Refusal | undefined {
  switch (custody) {
    case 'none':
    case 'created':
    case 'transferred': return undefined;
    case 'attached': return refusal('not_ours', `${nameOf(about)} is not this console’s: it is only looked at.`, 'Its owner changes it, or gives it to this console.');
    case 'released': return releasedBar(about, releaseIn(world, about));
  }
}

const nameOf = (about: Ref): string => ('name' in about ? about.name : 'seat' in about ? about.seat : 'This');

function releasedBar(about: Ref, { released, returned }: ReleaseIn): Refusal {
  const says = released ? releaseOfFormer(released, returned) : 'it was released';
  return refusal('not_ours', `${nameOf(about)} ${returned && !returned.left ? 'was given away' : 'is not this console’s any more'}: ${says}.`, todoOfFormer(returned));
}

type ReleaseIn = { readonly released?: Released; readonly returned?: Returned };

function releaseIn(world: World, about: Ref): ReleaseIn {
  const external = about.kind === 'external' ? world.externals.get(keyOfExternal(about))?.custody : undefined;
  if (external?.kind === 'released') return { released: external };
  const binding = 'binding' in about ? world.bindings.get(about.binding) : undefined;
  const own = about.kind === 'resource' ? binding?.resources[about.role] : undefined;
  return own?.released ? own : (Object.values(binding?.resources ?? {}).find(({ released }) => released) ?? {});
}
