import { isHeld } from './binding.ts';
import { releaseOfExternal } from './external.ts';
import type { EngineId } from './ids.ts';
import type { ResourceKind } from './reference.ts';
import type { World } from './world.ts';

/** What must not be changed on an engine, whoever asks, and why: by the kind and the id that a change would name. */
export function untouchableOn({ bindings, externals }: World, engine: EngineId): ReadonlyMap<string, string> {
  const why = new Map<string, string>();
  const made = new Set<string>();
  for (const { spec, resources } of bindings.values()) {
    if (spec.engine !== engine) continue;
    for (const resource of Object.values(resources)) {
      const { kind, present, released } = resource;
      if (!present) continue;
      const key = targetKey(kind, present.value.id);
      if (released) why.set(key, releaseOfExternal(released));
      else if (isHeld(resource)) made.add(key);
    }
  }
  for (const { ref, custody } of externals.values()) {
    if (ref.engine !== engine) continue;
    const key = targetKey(ref.resource, ref.id);
    // What this console made stays its own, though somebody attached it before that was recorded.
    if (made.has(key)) continue;
    switch (custody.kind) {
      case 'attached': why.set(key, 'it is attached: this console only looks at it'); break;
      case 'left': why.set(key, 'it was left, and is not this console’s'); break;
      case 'released': why.set(key, releaseOfExternal(custody)); break;
      case 'transferred': why.delete(key); break;
      case 'none': break;
    }
  }
  return why;
}

export const targetKey = (resource: ResourceKind, id: string): string => `${resource} ${id}`;
