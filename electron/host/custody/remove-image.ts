import { builtImageOf, whyImageStays } from '../../../shared/built-image.ts';
import type { ImageRemoval } from '../../../shared/engine-images.ts';
import type { ImageRow } from '../../../shared/engine-readings.ts';
import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import { consoleItself, operator } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import { readAbsence } from '../engine/absence.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { whenReachable } from '../placement/identity.ts';

const removeDeadlineSeconds = 120;

interface Meant {
  readonly endpoint: Endpoint;
  readonly image: string;
}

interface PlannedRemoval {
  /** The engine that was asked, and the only one on which this plan may be carried out. */
  readonly engine: EngineId;
  readonly removal: ImageRemoval;
}

/** What removing an image would mean now: read afresh, by its id. */
export async function planImageRemoval(means: Means, meant: Meant): Promise<Result<ImageRemoval>> {
  const plan = await readPlan(means, meant);
  return plan.ok ? ok(plan.value.removal) : plan;
}

async function readPlan(means: Means, { endpoint, image }: Meant): Promise<Result<PlannedRemoval>> {
  return whenReachable(async () => {
    const reader = means.readers.at(endpoint);
    const { engine } = await reader.identity();
    const there = await reader.inspectImage(image);
    if (there?.id !== image) return refused(refusal('not_found', 'This image is not on the engine any more.', 'There is nothing to remove.'));
    return ok({ engine, removal: { ...there, ...stays(means, engine, there, await usersOf(reader, image)) } });
  });
}

function stays({ journal }: Means, engine: EngineId, there: ImageRow, usedBy: readonly string[]): Pick<ImageRemoval, 'stays'> {
  const why = whyImageStays(builtImageOf(journal.world, engine, there.id), there, usedBy);
  return why ? { stays: why } : {};
}

/** Every container that is made of it, running or not. */
const usersOf = async (reader: EngineReader, image: string): Promise<readonly string[]> => (await reader.listContainers()).filter(({ imageId }) => imageId === image).map(({ name }) => name);

/** Removes an image that this console built, after looking once more at whose it is and who uses it. */
export async function removeImage(means: Means, { endpoint, image }: Meant): Promise<Result<null>> {
  const plan = await readPlan(means, { endpoint, image });
  if (!plan.ok) return plan;
  const { engine, removal } = plan.value;
  if (removal.stays) return refused(removal.stays);
  return whenReachable(async () => {
    const about: Ref = { kind: 'image', engine, reference: image };
    const outcome = await means.attempts.run(
      { operation: 'remove_image', about, params: { endpoint, image }, actor: operator, deadlineSeconds: removeDeadlineSeconds },
      (mutations, token) => mutations.engine(endpoint, engine).removeImage(token, image),
    );
    const result = resultOf(outcome);
    return result.ok ? verifyAbsence(means, means.readers.at(endpoint), about, image) : result;
  });
}

/** A console that ended between a removal and the look that verifies it goes on with the look. */
export async function verifyRemovedImages(means: Means, endpoint: Endpoint): Promise<void> {
  await whenReachable(async () => {
    const reader = means.readers.at(endpoint);
    const { engine } = await reader.identity();
    const removed = [...means.journal.world.images.values()].filter((image) => image.engine === engine && image.removal?.settlement?.disposition === 'applied' && !image.absent);
    for (const { id } of removed) await verifyAbsence(means, reader, { kind: 'image', engine, reference: id }, id);
    return ok(null);
  });
}

async function verifyAbsence({ journal }: Means, reader: EngineReader, about: Extract<Ref, { kind: 'image' }>, image: string): Promise<Result<null>> {
  const absence = await readAbsence(reader, { kind: 'image', id: image }, { engine: about.engine });
  if (!absence.absent) return refused(refusal('unconfirmed', `The image is still there: ${absence.says}.`, 'Look again in a moment.'));
  journal.append({ actor: consoleItself, about, body: { kind: 'observation', fact: 'absent', value: { readings: [...absence.readings] }, source: 'read twice, over two connections' } });
  return ok(null);
}
