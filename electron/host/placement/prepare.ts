import { assertNever } from '../../../shared/assert-never.ts';
import { isOurs, type Binding } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { missingSteps, type PreparationStep } from '../../../shared/preparation.ts';
import { operator } from '../../../shared/receipt.ts';
import type { ResourceRole, VolumeRole } from '../../../shared/reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { lookForLateEffects } from '../attempts/late-effects.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { createResource, type PrepareMeans } from './create-resource.ts';
import { readerOf, whenReachable } from './identity.ts';
import { takeInventory } from './inventory.ts';
import { layoutArchive } from './guest-layout.ts';
import { goneAlready, lookAtCreated } from './look-at-created.ts';
import { resourceRef } from './worker-refs.ts';

const layoutDeadlineSeconds = 60;

type Progress = (done: number, total: number) => void;

/** Goes on with what is still missing of a worker's preparation. May be called again after anything. */
export async function prepare(means: PrepareMeans, id: BindingId, onProgress?: Progress): Promise<Result<null>> {
  return whenReachable(async () => {
    const reader = await readerOf(means.readers, bindingOf(means, id));
    return reader.ok ? prepareAt(means, reader.value, id, onProgress) : reader;
  });
}

/** The same at an engine that has just said that it is the worker's: one effect at a time. */
export async function prepareAt(means: PrepareMeans, reader: EngineReader, id: BindingId, onProgress: Progress = () => undefined): Promise<Result<null>> {
  return whenReachable(async () => {
    await takeInventory(means.journal, reader, bindingOf(means, id).spec.engine);
    const steps = missingSteps(bindingOf(means, id));
    for (const [index, step] of steps.entries()) {
      onProgress(index, steps.length);
      const done = await doStep(means, reader, bindingOf(means, id), step);
      if (!done.ok) return done;
    }
    onProgress(steps.length, steps.length);
    return ok(null);
  });
}

export function bindingOf({ journal }: Pick<Means, 'journal'>, id: BindingId): Binding {
  const binding = journal.world.bindings.get(id);
  if (!binding) throw new UnknownBindingError(`no worker has the binding ${id}`);
  return binding;
}

export class UnknownBindingError extends Error {
  override name = 'UnknownBindingError';
}

function doStep(means: PrepareMeans, reader: EngineReader, binding: Binding, step: PreparationStep): Promise<Result<null>> {
  switch (step.kind) {
    case 'create': return create(means, reader, binding, step.role);
    case 'look': return lookAtCreated(means, reader, binding, step.role);
    case 'layout': return layOut(means, binding, step.role);
    default: return assertNever(step);
  }
}

async function create(means: PrepareMeans, reader: EngineReader, binding: Binding, role: ResourceRole): Promise<Result<null>> {
  const asked = await createResource(means, reader, binding, role);
  if (!asked.ok) return asked;
  const outcome = asked.value;
  const result = resultOf(outcome);
  if (!result.ok) return result;
  if (outcome.kind === 'settled' && outcome.disposition === 'applied') return ok(null);
  // Another attempt of this worker may have made it after it was closed: then it is ours all the same.
  await lookForLateEffects(means, bindingOf(means, binding.id));
  if (isOurs(bindingOf(means, binding.id).resources[role])) return ok(null);
  return refused(refusal('name_taken', `${binding.resources[role].name} was there before this attempt: it is not this attempt’s.`, 'Look at the engine; what is not ours is never touched.'));
}

async function layOut({ attempts }: Means, binding: Binding, role: VolumeRole): Promise<Result<null>> {
  const container = binding.resources.container.present?.value.id;
  if (container === undefined) return refused(goneAlready(binding, 'container'));
  const { folder, entries, tar } = layoutArchive(role, binding.spec.user);
  const outcome = await attempts.run(
    { operation: 'deliver', about: resourceRef(binding, role), params: { container, folder, entries: [...entries] }, actor: operator, deadlineSeconds: layoutDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).putArchive(token, { container, folder }, tar()),
  );
  const result = resultOf(outcome);
  return result.ok ? ok(null) : result;
}
