import { Hammer } from 'lucide-react';
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
import type { ErrorOf } from './DraftForm.tsx';
import styles from './NewWorkerView.module.css';

interface Props {
  readonly draft: WorkerDraft;
  readonly errorOf: ErrorOf;
  readonly engines: readonly EngineRow[];
  readonly state: EngineStore;
}

export function PlaceFields({ draft, errorOf, engines, state }: Props) {
  const { edit, leave } = useDraft((store) => store);
  const images = valueOf(state.engine)?.images;
  const options = engines.map(({ endpoint, label, facts, state: { says } }) => ({ id: endpoint, label, detail: facts ? facts.version : says, isDisabled: !facts }));
  const build = async (): Promise<void> => {
    const image = await state.buildSample();
    if (image) edit({ image });
  };
  return (
    <>
      <div className={styles.pair}>
        <SelectField label="Engine" options={options} value={draft.endpoint} onChange={(endpoint) => { edit({ endpoint, image: null }); }} error={errorOf('endpoint')} />
        <PickField
          label="Image" options={(images ?? []).map(imageOption)} value={draft.image?.id ?? null} placeholder={images ? 'Search images' : 'Reading images'} isDisabled={!images || images.length === 0}
          onChange={(id) => { edit({ image: choiceOf(images ?? [], id) }); }} onBlur={() => { if (draft.image) leave('image'); }} error={errorOf('image')}
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
}

/** The image that the console builds from what it brings. */
const isSample = ({ tags }: ImageRow): boolean => tags.some((tag) => tag.startsWith('bailiwick/sample'));

const imageLabel = ({ tags, id }: ImageRow): string => tags[0] ?? shortId(id);

const imageOption = (image: ImageRow) => ({ id: image.id, label: imageLabel(image), detail: bytesText(image.bytes) });

function choiceOf(images: readonly ImageRow[], id: string | null): WorkerDraft['image'] {
  const image = images.find((row) => row.id === id);
  return image ? { reference: image.tags[0] ?? image.id, id: image.id } : null;
}
