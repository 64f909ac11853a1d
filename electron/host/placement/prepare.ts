import { assertNever } from '../../../shared/assert-never.ts';
import { isOurs, makerOf, type Binding, type Resource } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { labelKeys, resourceLabels } from '../../../shared/naming.ts';
import { missingSteps, type PreparationStep } from '../../../shared/preparation.ts';
import { consoleItself, operator } from '../../../shared/receipt.ts';
import type { ResourceRole } from '../../../shared/reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { AttemptOutcome } from '../attempts/attempts.ts';
import { lookForLateEffects } from '../attempts/late-effects.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { admittedReadings } from './admitted-readings.ts';
import { containerRequest } from './container-request.ts';
import { fingerprintOfContainer, fingerprintOfVolume, readerOf, whenReachable } from './identity.ts';
import { takeInventory } from './inventory.ts';
import { layoutArchive } from './guest-layout.ts';
import { bindingRef, ownerOf, resourceRef } from './worker-refs.ts';

const createDeadlineSeconds = 60;
const layoutDeadlineSeconds = 60;

type Progress = (done: number, total: number) => void;

/** Goes on with what is still missing of a worker's preparation. May be called again after anything. */
export async function prepare(means: Means, id: BindingId, onProgress?: Progress): Promise<Result<null>> {
  return whenReachable(async () => {
    const reader = await readerOf(means.readers, bindingOf(means, id));
    return reader.ok ? prepareAt(means, reader.value, id, onProgress) : reader;
  });
}

/** The same at an engine that has just said that it is the worker's: one effect at a time. */
export async function prepareAt(means: Means, reader: EngineReader, id: BindingId, onProgress: Progress = () => undefined): Promise<Result<null>> {
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

function doStep(means: Means, reader: EngineReader, binding: Binding, step: PreparationStep): Promise<Result<null>> {
  switch (step.kind) {
    case 'create': return create(means, binding, step.role);
    case 'look': return step.role === 'container' ? lookAtContainer(means, reader, binding) : lookAtVolume(means, reader, binding, step.role);
    case 'layout': return layOut(means, binding, step.role);
    default: return assertNever(step);
  }
}

async function create(means: Means, binding: Binding, role: ResourceRole): Promise<Result<null>> {
  const outcome = role === 'container' ? await createContainer(means, binding) : await createVolume(means, binding, role);
  const result = resultOf(outcome);
  if (!result.ok) return result;
  if (outcome.kind === 'settled' && outcome.disposition === 'applied') return ok(null);
  // Another attempt of this worker may have made it after it was closed: then it is ours all the same.
  await lookForLateEffects(means, bindingOf(means, binding.id));
  if (isOurs(bindingOf(means, binding.id).resources[role])) return ok(null);
  return refused(refusal('name_taken', `${binding.resources[role].name} was there before this attempt: it is not this attempt’s.`, 'Look at the engine; what is not ours is never touched.'));
}

function createVolume({ journal, attempts }: Means, binding: Binding, role: 'work' | 'state'): Promise<AttemptOutcome> {
  const { name } = binding.resources[role];
  return attempts.run(
    { operation: 'create_volume', about: resourceRef(binding, role), params: { name }, actor: operator, deadlineSeconds: createDeadlineSeconds },
    (mutations, token) =>
      mutations.engine(binding.spec.endpoint, binding.spec.engine).createVolume(token, { name, labels: labelsFor(journal, binding, role, token) }),
  );
}

function createContainer({ journal, attempts }: Means, binding: Binding): Promise<AttemptOutcome> {
  const { labels: _perAttempt, ...params } = containerRequest(binding, {});
  return attempts.run(
    { operation: 'create_container', about: resourceRef(binding, 'container'), params: { ...params }, actor: operator, deadlineSeconds: createDeadlineSeconds },
    (mutations, token) =>
      mutations.engine(binding.spec.endpoint, binding.spec.engine).createContainer(token, containerRequest(binding, labelsFor(journal, binding, 'container', token))),
  );
}

function labelsFor(journal: Means['journal'], binding: Binding, role: ResourceRole, token: { readonly attempt: Parameters<typeof resourceLabels>[2]; readonly epoch: number }) {
  const { installation } = journal.world;
  if (installation === null) throw new UnknownBindingError('a worker exists in a ledger that has no first receipt');
  return resourceLabels(ownerOf(binding, installation), role, token.attempt, token.epoch);
}

async function lookAtVolume({ journal }: Means, reader: EngineReader, binding: Binding, role: 'work' | 'state'): Promise<Result<null>> {
  const reading = await reader.inspectVolume(binding.resources[role].name);
  if (!reading) return refused(goneAlready(binding, role));
  if (reading.labels[labelKeys.attempt] !== makerOf(binding.resources[role])) return refused(replacedSince(binding, role));
  journal.append({ actor: consoleItself, about: resourceRef(binding, role), body: { kind: 'observation', fact: 'present', value: fingerprintOfVolume(reading), source: 'inspect' } });
  return ok(null);
}

async function lookAtContainer({ journal }: Means, reader: EngineReader, binding: Binding): Promise<Result<null>> {
  const { container } = binding.resources;
  const reading = await reader.inspectContainer(idGivenTo(container) ?? container.name);
  if (!reading) return refused(goneAlready(binding, 'container'));
  if (reading.labels[labelKeys.attempt] !== makerOf(container)) return refused(replacedSince(binding, 'container'));
  const ref = { ...resourceRef(binding, 'container'), id: reading.id };
  journal.appendAll([
    { actor: consoleItself, about: ref, body: { kind: 'observation', fact: 'present', value: fingerprintOfContainer(reading), source: 'inspect' } },
    { actor: consoleItself, about: bindingRef(binding), body: { kind: 'observation', fact: 'admitted', value: { readings: [...admittedReadings(reading.admitted)] }, source: 'inspect' } },
  ]);
  return ok(null);
}

/** The immutable id that the evidence of its creation gave; absent where only its name was seen. */
function idGivenTo({ creation, late }: Resource): string | undefined {
  if (late) return late.value.id ?? undefined;
  for (const evidence of creation?.settlement?.evidence ?? []) if (evidence.kind === 'answer' && evidence.id !== undefined) return evidence.id;
  return undefined;
}

const replacedSince = (binding: Binding, role: ResourceRole) =>
  refusal('identity_changed', `${binding.resources[role].name} does not carry the label of the attempt that created it.`, 'Nothing was touched. Look at the engine before anything is done about it by hand.');

const goneAlready = (binding: Binding, role: ResourceRole) =>
  refusal('not_found', `${binding.resources[role].name} was created and is not there any more; this console did not remove it.`, 'Tear down what is left of this worker and prepare a new one.');

async function layOut({ attempts }: Means, binding: Binding, role: 'work' | 'state'): Promise<Result<null>> {
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
