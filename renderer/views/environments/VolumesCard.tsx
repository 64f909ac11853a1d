import { useState } from 'react';
import { useStore } from 'zustand';
import type { VolumeRow } from '../../../shared/external-view.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { countText } from '../../../shared/quantities.ts';
import { Card } from '../../components/Card.tsx';
import { DataGrid, type Column } from '../../components/DataGrid.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { navigate } from '../../routing/use-route.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import { createVolumesStore } from '../../stores/volumes-store.ts';
import { CustodyTag } from './CustodyTag.tsx';
import styles from './EngineDetail.module.css';

const columns: readonly Column<VolumeRow>[] = [
  { key: 'name', header: 'Volume', cell: ({ name }) => <span title={name}>{name}</span> },
  { key: 'driver', header: 'Driver', cell: ({ driver }) => driver },
  { key: 'users', header: 'Mounted by', cell: ({ usedBy, standing }) => <Users usedBy={usedBy} seat={standing.owner?.seat} /> },
  { key: 'custody', header: 'Custody', cell: ({ standing }) => <CustodyTag group={standing.group} transferred={standing.transferred} why={standing.why} /> },
  { key: 'created', header: 'Created', align: 'end', cell: ({ created }) => (created === '' ? 'not told' : <InstantText at={created} />) },
];

/** The volumes of an engine, in the same four groups as its containers. */
export function VolumesCard({ endpoint }: { readonly endpoint: Endpoint }) {
  const { bridge } = useStores();
  const [store] = useState(() => createVolumesStore(bridge, endpoint));
  useWatched(store);
  const { listing } = useStore(store);
  const volumes = listing.phase === 'ready' ? listing.value.volumes : [];
  const open = ({ name, standing: { owner } }: VolumeRow): void => {
    navigate(owner ? { kind: 'worker', binding: owner.binding, tab: 'custody' } : { kind: 'external', endpoint, resource: 'volume', id: name });
  };
  return (
    <Card title="Volumes" aside={listing.phase === 'ready' ? countText(volumes.length, 'volume') : undefined}>
      <div className={styles.images}>
        {listing.phase === 'loading' && <Waiting>Listing volumes.</Waiting>}
        {listing.phase === 'ready' && volumes.length === 0 && <p className={styles.none}>There is no volume on this engine.</p>}
        {volumes.length > 0 && <DataGrid label="Volumes" bare className={styles.volumeList} columns={columns} count={volumes.length} rowAt={(index) => volumes[index]} keyOf={({ name }) => name} onOpen={open} />}
      </div>
      <RefusalNote refusal={listing.phase === 'refused' ? listing.refusal : undefined} />
    </Card>
  );
}

function Users({ usedBy, seat }: { readonly usedBy: readonly string[]; readonly seat: string | undefined }) {
  if (seat !== undefined) return <span title={seat}>{seat}</span>;
  return usedBy.length === 0 ? null : <span title={usedBy.join(', ')}>{usedBy.join(', ')}</span>;
}
