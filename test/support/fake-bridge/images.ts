import type { Requests } from '../../../shared/bridge.ts';
import type { EngineImage } from '../../../shared/engine-images.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { imageReferenceText, readImageReference } from '../../../shared/image-reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import { imageOf } from './engines.ts';
import { digestOf } from './ids.ts';
import type { Scene } from './scene.ts';

/** Pulls and removals of images, as if an engine had answered at once. */
export function imagesOf(scene: Scene, changed: (endpoint: Endpoint) => void): Pick<Requests, 'pullImage' | 'planImageRemoval' | 'removeImage'> {
  const at = (endpoint: Endpoint): readonly EngineImage[] => scene.images.get(endpoint) ?? [];
  const gone = refused(refusal('not_found', 'This image is not on the engine any more.', 'There is nothing to remove.'));
  return {
    pullImage: async ({ endpoint, reference }) => {
      const read = readImageReference(reference);
      if (typeof read === 'string') return refused(refusal('bad_input', read, 'Correct it and ask again.'));
      const image = imageOf(imageReferenceText(read), 31_000_000);
      scene.images.set(endpoint, [...at(endpoint).filter(({ id }) => id !== image.id), image]);
      changed(endpoint);
      return ok({ reference: imageReferenceText(read), id: image.id, digest: digestOf(`pulled ${reference}`), isNew: true });
    },
    planImageRemoval: async ({ endpoint, image }) => {
      const found = at(endpoint).find(({ id }) => id === image);
      return found ? ok(found) : gone;
    },
    removeImage: async ({ endpoint, image }) => {
      if (!at(endpoint).some(({ id }) => id === image)) return gone;
      scene.images.set(endpoint, at(endpoint).filter(({ id }) => id !== image));
      changed(endpoint);
      return ok(null);
    },
  };
}
