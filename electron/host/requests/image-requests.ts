import { builtImageOf } from '../../../shared/built-image.ts';
import type { EngineImage } from '../../../shared/engine-images.ts';
import type { Requests } from '../../../shared/bridge.ts';
import type { ImageRow } from '../../../shared/engine-readings.ts';
import type { EngineId } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import type { World } from '../../../shared/world.ts';
import { planImageRemoval, removeImage } from '../custody/remove-image.ts';
import type { Desk } from '../desk.ts';
import { buildSampleImage } from '../placement/build-sample-image.ts';
import { pullImage } from '../placement/pull-image.ts';
import { whenReachable } from '../placement/identity.ts';

type Names = 'readImageCommand' | 'buildSampleImage' | 'pullImage' | 'planImageRemoval' | 'removeImage';

export function imageRequests(desk: Desk): Pick<Requests, Names> {
  const { readers, tasks } = desk;
  return {
    readImageCommand: ({ endpoint, image }) =>
      whenReachable(async () => {
        const found = await readers.at(endpoint).inspectImage(image);
        return found ? ok(found.command ?? []) : refused(refusal('not_found', 'This image is not on the engine any more.', 'Choose another one.'));
      }),

    buildSampleImage: ({ endpoint }) =>
      tasks.run({ label: 'Building the sample image', unit: 'lines', cancellable: true }, (progress, signal) => {
        let lines = 0;
        return buildSampleImage(desk, endpoint, desk.surroundings.examplesFolder, (line) => progress((lines += 1), 0, line), signal);
      }),

    pullImage: ({ endpoint, reference }) =>
      tasks.run({ label: `Pulling ${reference}`, unit: 'bytes', cancellable: true }, (progress, signal) => pullImage(desk, endpoint, reference, ({ done, total, says }) => progress(done, total, says), signal)),

    planImageRemoval: (input) => planImageRemoval(desk, input),

    removeImage: (input) => tasks.run({ label: 'Removing an image', unit: 'steps', cancellable: false }, () => removeImage(desk, input)),
  };
}

/** Ours is what the ledger says was built, by the image's own id. */
export function engineImages(world: World, engine: EngineId | undefined, images: readonly ImageRow[]): readonly EngineImage[] {
  return images.map((image) => {
    const built = engine && builtImageOf(world, engine, image.id)?.build.settlement;
    return built ? { ...image, built: { at: built.at, seq: built.seq } } : image;
  });
}
