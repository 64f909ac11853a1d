import { randomBytes } from 'node:crypto';
import type { Endpoint } from '../../../shared/ids.ts';
import { operator, consoleItself } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { ImageChoice } from '../../../shared/worker-spec.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { readerAt, whenReachable } from './identity.ts';
import { takeInventory } from './inventory.ts';
import { sampleImageContext, sampleImageTag } from './sample-image.ts';

const buildDeadlineSeconds = 600;
export const buildLabel = 'io.bailiwick.build';

/** Builds the sample worker's image on an engine from the files that ship with the console. */
export async function buildSampleImage(
  means: Means,
  endpoint: Endpoint,
  examplesFolder: string,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<Result<ImageChoice>> {
  return whenReachable(async () => {
    const reader = means.readers.at(endpoint);
    const { engine, architecture } = await reader.identity();
    await takeInventory(means.journal, reader, engine);
    const context = await sampleImageContext(examplesFolder, architecture);
    if (!context.ok) return context;
    const label = randomBytes(16).toString('hex');
    const outcome = await means.attempts.run(
      { operation: 'build_image', about: { kind: 'image', engine, reference: sampleImageTag }, params: { endpoint, tag: sampleImageTag, label }, actor: operator, deadlineSeconds: buildDeadlineSeconds },
      (mutations, token) =>
        mutations.engine(endpoint, engine).buildImage(token, { context: context.value(), tag: sampleImageTag, labels: { [buildLabel]: label } }, onLine, signal),
    );
    const result = resultOf(outcome);
    if (!result.ok) return result;
    const after = await readerAt(means.readers, { endpoint, engine });
    return after.ok ? noteImage(means, after.value, engine) : after;
  });
}

async function noteImage({ journal }: Means, reader: EngineReader, engine: Awaited<ReturnType<EngineReader['identity']>>['engine']): Promise<Result<ImageChoice>> {
  const image = await reader.inspectImage(sampleImageTag);
  if (!image) return refused(refusal('not_found', `The image ${sampleImageTag} was built and is not there any more.`, 'Build it again.'));
  journal.append({
    actor: consoleItself,
    about: { kind: 'image', engine, reference: sampleImageTag },
    body: { kind: 'observation', fact: 'image', value: { id: image.id, bytes: image.bytes }, source: 'inspect' },
  });
  return ok({ reference: sampleImageTag, id: image.id });
}
