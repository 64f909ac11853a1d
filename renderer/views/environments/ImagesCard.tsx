import { useState } from 'react';
import type { EngineImage, ImageRemoval } from '../../../shared/engine-images.ts';
import { instantOf, type Endpoint } from '../../../shared/ids.ts';
import { bytesText, countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { DataGrid, type Column } from '../../components/DataGrid.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Tag } from '../../components/Tag.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';
import styles from './EngineDetail.module.css';
import { PullImage } from './PullImage.tsx';
import { RemoveImage } from './RemoveImage.tsx';

const columns: readonly Column<EngineImage>[] = [
  { key: 'tags', header: 'Image', cell: (image) => <span title={[...image.tags, ...image.digests].join(', ')}>{nameOf(image)}</span> },
  { key: 'id', header: 'Id', cell: ({ id }) => <ShortId value={id} /> },
  { key: 'custody', header: 'Custody', cell: ({ built }) => (built ? <Tag tone="ours">built here</Tag> : <Tag>not ours</Tag>) },
  { key: 'bytes', header: 'Size', align: 'end', cell: ({ bytes }) => bytesText(bytes) },
  { key: 'created', header: 'Created', align: 'end', cell: ({ createdSeconds }) => (createdSeconds === 0 ? 'not told' : <InstantText at={instantOf(createdSeconds * 1000)} />) },
];

interface Props {
  readonly images: readonly EngineImage[];
  readonly engineLabel: string;
  readonly endpoint: Endpoint;
  readonly state: EngineStore;
}

/** What is there to make workers of. One that this console built opens what its removal would mean. */
export function ImagesCard({ images, engineLabel, endpoint, state }: Props) {
  const [removal, setRemoval] = useState<ImageRemoval | null>(null);
  const open = async ({ id }: EngineImage): Promise<void> => { setRemoval((await state.planRemoval(id)) ?? null); };
  const confirm = (id: string): void => {
    setRemoval(null);
    void state.removeImage(id);
  };
  const build = <Button size="small" isPending={state.asking.has('buildSample')} onPress={() => { void state.buildSample(); }}>Build the sample image</Button>;
  const refusal = state.refusals.get('buildSample') ?? state.refusals.get('planRemoval') ?? state.refusals.get('removeImage');
  return (
    <Card title="Images" aside={countText(images.length, 'image')} actions={build} foot={images.some(({ built }) => built) ? <small>One that was built here opens what its removal would mean.</small> : undefined}>
      <PullImage state={state} />
      <div className={styles.images}>
        {images.length === 0 ? <p className={styles.none}>No image is on this engine. The sample image is built here, without a network, from what this program brings.</p> : (
          <DataGrid
            label="Images" bare className={styles.imageList} columns={columns} count={images.length} rowAt={(index) => images[index]} keyOf={({ id }) => id}
            canOpen={({ built }) => built !== undefined} onOpen={(image) => { void open(image); }}
          />
        )}
      </div>
      <RefusalNote refusal={refusal} />
      {removal && <RemoveImage image={removal} engineLabel={engineLabel} endpoint={endpoint} onClose={() => { setRemoval(null); }} onConfirm={() => { confirm(removal.id); }} />}
    </Card>
  );
}

/** One that was pulled by its digest alone has no tag. */
const nameOf = ({ tags, digests }: EngineImage): string => (tags.length > 0 ? tags.join(', ') : (digests[0] ?? 'no tag'));
