import { Hammer } from 'lucide-react';
import { memo } from 'react';
import type { EngineRow } from '../../../shared/bridge-values.ts';
import type { ImageRow } from '../../../shared/engine-readings.ts';
import { bytesText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { PickField } from '../../components/PickField.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';
import { valueOf } from '../../stores/loaded.ts';
import { useDraft } from '../../stores/use-stores.ts';
import type { WorkerDraft } from '../../stores/worker-draft.ts';
import { shortId } from '../../words/short-id.ts';
import styles from './NewWorkerView.module.css';

interface Props extends Pick<WorkerDraft, 'endpoint' | 'image'> {
  readonly endpointError: string | undefined;
  readonly imageError: string | undefined;
  readonly engines: readonly EngineRow[];
  readonly state: EngineStore;
}

/** Hundreds of images are not worth drawing again for each letter typed in another field: that took most of a key press. */
export const PlaceFields = memo(function PlaceFields({ endpoint, image, endpointError, imageError, engines, state }: Props) {
  const edit = useDraft((store) => store.edit);
  const leave = useDraft((store) => store.leave);
  const images = valueOf(state.engine)?.images;
  const options = engines.map(engineOption);
  const build = async (): Promise<void> => {
    const built = await state.buildSample();
    if (built) edit({ image: built });
  };
  return (
    <>
      <div className={styles.pair}>
        <SelectField label="Engine" options={options} value={endpoint} onChange={(next) => { edit({ endpoint: next, image: null }); }} error={endpointError} />
        <PickField
          label="Image" options={(images ?? []).map(imageOption)} value={image?.id ?? null} placeholder={images ? 'Search images' : 'Reading images'} isDisabled={!images || images.length === 0}
          onChange={(id) => { edit({ image: choiceOf(images ?? [], id) }); }} onBlur={() => { if (image) leave('image'); }} error={imageError}
        />
      </div>
      {images && !images.some(isSample) && (
        <div className={styles.sample}>
          <p>{images.length === 0 && 'No image is on this engine. '}The sample image is built there, without a network, from what this program brings.</p>
          <Button icon={Hammer} isPending={state.asking.has('buildSample')} onPress={() => { void build(); }}>Build the sample image</Button>
        </div>
      )}
      <RefusalNote refusal={state.refusals.get('buildSample') ?? (state.engine.phase === 'refused' ? state.engine.refusal : undefined)} />
    </>
  );
});

const engineOption = ({ endpoint, label, facts, state: { says } }: EngineRow) => ({ id: endpoint, label, detail: facts ? facts.version : says, isDisabled: !facts });

/** The image that the console builds from what it brings. */
const isSample = ({ tags }: ImageRow): boolean => tags.some((tag) => tag.startsWith('bailiwick/sample'));

const imageLabel = ({ tags, id }: ImageRow): string => tags[0] ?? shortId(id);

const imageOption = (image: ImageRow) => ({ id: image.id, label: imageLabel(image), detail: bytesText(image.bytes) });

function choiceOf(images: readonly ImageRow[], id: string): WorkerDraft['image'] {
  const image = images.find((row) => row.id === id);
  return image ? { reference: image.tags[0] ?? image.id, id: image.id } : null;
}
