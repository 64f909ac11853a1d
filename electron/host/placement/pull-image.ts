import type { PulledImage } from '../../../shared/engine-images.ts';
import type { ImageRow } from '../../../shared/engine-readings.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { digestOfRepository, imageReferenceText, readImageReference, type ImageReference } from '../../../shared/image-reference.ts';
import { consoleItself, operator } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { AttemptOutcome } from '../attempts/attempts.ts';
import type { PullProgress } from '../attempts/mutations.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { Means } from '../engine/means.ts';
import { readerAt, whenReachable } from './identity.ts';
import { takeInventory } from './inventory.ts';

const pullDeadlineSeconds = 3600;

/** Lets an engine fetch an image from a registry, by itself and without credentials, and reads what is there then. */
export async function pullImage(means: Means, endpoint: Endpoint, text: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<Result<PulledImage>> {
  const reference = readImageReference(text);
  if (typeof reference === 'string') return refused(refusal('bad_input', reference, 'Correct it and ask again; nothing was asked of the engine.'));
  return whenReachable(async () => {
    const reader = means.readers.at(endpoint);
    const { engine } = await reader.identity();
    await takeInventory(means.journal, reader, engine);
    const name = imageReferenceText(reference);
    const before = (await reader.inspectImage(name))?.id ?? null;
    const about: Ref = { kind: 'image', engine, reference: name };
    const outcome = await means.attempts.run(
      { operation: 'pull_image', about, params: { endpoint, reference: name, before }, actor: operator, deadlineSeconds: pullDeadlineSeconds },
      (mutations, token) => mutations.engine(endpoint, engine).pullImage(token, reference, onProgress, signal),
    );
    const result = resultOfPull(outcome, reference);
    if (!result.ok) return result;
    const after = await readerAt(means.readers, { endpoint, engine });
    if (!after.ok) return after;
    const image = await after.value.inspectImage(name);
    return image ? ok(noted(means, about, reference, image, before)) : refused(refusal('not_found', `${name} was pulled and is not there any more.`, 'Pull it again.'));
  });
}

function noted({ journal }: Means, about: Extract<Ref, { kind: 'image' }>, reference: ImageReference, image: ImageRow, before: string | null): PulledImage {
  const digest = digestOfRepository(reference, image.digests);
  const value = { id: image.id, bytes: image.bytes, ...(digest !== undefined && { digest }) };
  journal.append({ actor: consoleItself, about, body: { kind: 'observation', fact: 'image', value, source: 'inspect' } });
  return { reference: about.reference, id: image.id, ...(digest !== undefined && { digest }), isNew: image.id !== before };
}

function resultOfPull(outcome: AttemptOutcome, reference: ImageReference): Result<unknown> {
  const result = resultOf(outcome);
  return outcome.kind === 'settled' && !result.ok ? refused(refusalOf(outcome.says, reference)) : result;
}

/** What a registry does not give to everybody, it may give to somebody: but no credential of this machine is used. */
function refusalOf(says: string, { registry, repository }: ImageReference): Refusal {
  return /unauthori[sz]ed|denied|authentication|no basic auth|\b401\b/i.test(says)
    ? refusal('unsupported', `${registry} gives ${repository} only to those it knows, or not at all: ${says}.`, 'Pulls go without credentials. Use a registry that needs none, or load the image on the engine by hand.')
    : refusal('engine_failed', `${registry} or the way to it refused: ${says}.`, 'Nothing was changed. Look at the name, and at whether the engine reaches the registry.');
}
