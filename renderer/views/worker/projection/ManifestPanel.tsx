import { useCallback, useMemo, useState } from 'react';
import type { Projection } from '../../../../shared/binding.ts';
import type { Evident } from '../../../../shared/evidence-mark.ts';
import type { Digest } from '../../../../shared/ids.ts';
import { bytesText } from '../../../../shared/quantities.ts';
import { DataGrid, type Column } from '../../../components/DataGrid.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { ShortId } from '../../../components/ShortId.tsx';
import type { ManifestRow } from '../../../../shared/bridge-values.ts';
import { manifestRowAt, type ProjectionStore } from '../../../stores/projection-store.ts';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import { classWords, deliveredEvident, deliveryEvident, ingestedEvident, modeText, revisionWords } from '../../../words/projection-text.ts';
import { ComparisonDialog } from './ComparisonDialog.tsx';
import { DeliveryCard } from './DeliveryCard.tsx';
import { FileCard } from './FileCard.tsx';
import { FindingsCard } from './FindingsCard.tsx';
import { IngestionCard } from './IngestionCard.tsx';
import styles from './ProjectionTab.module.css';
import { RevisionBar } from './RevisionBar.tsx';

type Columns = readonly Column<ManifestRow>[];

const columnsFor = (projection: Projection, ofManifest: Evident): Columns => [
  { key: 'path', header: 'File', cell: ({ entry }) => <span className={styles.path} title={entry.path}>{entry.path}</span> },
  { key: 'class', header: 'Class', cell: ({ entry }) => classWords[entry.class] },
  { key: 'bytes', header: 'Size', align: 'end', cell: ({ entry }) => bytesText(entry.bytes) },
  { key: 'hash', header: 'Hash', cell: ({ entry }) => <ShortId hash value={entry.stagedDigest} /> },
  { key: 'destination', header: 'In the guest', cell: ({ entry }) => <span className={styles.path} title={entry.destination}>{entry.destination}</span> },
  { key: 'mode', header: 'Mode', cell: ({ entry }) => <span className={styles.path}>{modeText(entry.mode)}</span> },
  { key: 'revision', header: 'Since last', cell: ({ revision }) => <span data-revision={revision} className={styles.revision}>{revision ? revisionWords[revision] : 'first'}</span> },
  { key: 'staged', header: 'Staged', cell: ({ revision }) => (revision === 'gone' ? null : <Evidence mark="seen" says="staged" />) },
  { key: 'delivered', header: 'Delivered', cell: ({ delivery, revision }) => (revision === 'gone' ? <Evidence mark="none" says="delivered before" /> : <Evidence {...deliveredEvident(delivery, ofManifest)} />) },
  { key: 'ingested', header: 'Ingested', cell: ({ entry, revision }) => (revision === 'gone' ? null : <Evidence {...ingestedEvident(entry, projection)} />) },
];

export function ManifestPanel({ projection, state }: { readonly projection: Projection; readonly state: ProjectionStore }) {
  const { calling } = useWorkerView();
  const ofManifest = useMemo(() => deliveryEvident(projection, new Set(calling)), [projection, calling]);
  const columns = useMemo(() => columnsFor(projection, ofManifest), [projection, ofManifest]);
  const { manifest } = projection;
  const [pick, setPick] = useState<{ readonly of: Digest; readonly row: ManifestRow } | null>(null);
  const picked = pick?.of === manifest ? pick.row : null;
  const { rows, need, reading, against, differing } = state;
  const onRange = useCallback((first: number, last: number) => { need(first, last); }, [need]);
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        <RefusalNote refusal={reading ?? undefined} />
        <RevisionBar state={state} />
        <DataGrid
          key={`${manifest} ${differing}`} label="Manifest" className={styles.files} columns={columns} count={against || differing ? rows.total : projection.staged.value.files} rowAt={(index) => manifestRowAt(rows, index)}
          keyOf={({ entry }) => entry.destination} selectedKey={picked?.entry.destination} onOpen={(row) => { setPick({ of: manifest, row }); }} onRange={onRange}
        />
      </div>
      <div className={styles.aside}>
        <DeliveryCard projection={projection} state={state} evident={ofManifest} />
        {picked && <FileCard row={picked} projection={projection} state={state} onClose={() => { setPick(null); }} />}
        <FindingsCard state={state} />
        <IngestionCard projection={projection} state={state} />
      </div>
      {state.comparison && <ComparisonDialog comparison={state.comparison} onClose={state.closeComparison} />}
    </div>
  );
}
