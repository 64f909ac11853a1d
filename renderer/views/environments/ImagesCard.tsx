import type { ImageRow } from '../../../shared/engine-readings.ts';
import { instantOf } from '../../../shared/ids.ts';
import { bytesText, countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { DataGrid, type Column } from '../../components/DataGrid.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';
import styles from './EngineDetail.module.css';

const columns: readonly Column<ImageRow>[] = [
  { key: 'tags', header: 'Image', cell: ({ tags }) => <span title={tags.join(', ')}>{tags.length === 0 ? 'no tag' : tags.join(', ')}</span> },
  { key: 'id', header: 'Id', cell: ({ id }) => <ShortId value={id} /> },
  { key: 'bytes', header: 'Size', align: 'end', cell: ({ bytes }) => bytesText(bytes) },
  { key: 'created', header: 'Created', align: 'end', cell: ({ createdSeconds }) => <InstantText at={instantOf(createdSeconds * 1000)} /> },
];

export function ImagesCard({ images, state }: { readonly images: readonly ImageRow[]; readonly state: EngineStore }) {
  const build = <Button size="small" isPending={state.asking.has('buildSample')} onPress={() => { void state.buildSample(); }}>Build the sample image</Button>;
  return (
    <Card title="Images" aside={countText(images.length, 'image')} actions={build}>
      <div className={styles.images}>
        {images.length === 0 ? <p className={styles.none}>No image is on this engine. The sample image is built here, without a network, from what this program brings.</p> : (
          <DataGrid label="Images" bare className={styles.imageList} columns={columns} count={images.length} rowAt={(index) => images[index]} keyOf={({ id }) => id} />
        )}
      </div>
      <RefusalNote refusal={state.refusals.get('buildSample')} />
    </Card>
  );
}
