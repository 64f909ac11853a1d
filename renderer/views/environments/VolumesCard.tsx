import { useState } from 'react';
import { useStore } from 'zustand';
import type { VolumeRow } from '../../../shared/external-view.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import type { Column } from '../../components/DataGrid.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { createEngineListStore } from '../../stores/engine-list-store.ts';
import { mapLoaded } from '../../stores/loaded.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import { custodyColumn, EngineListCard, Users } from './EngineListCard.tsx';
import styles from './EngineDetail.module.css';

const columns: readonly Column<VolumeRow>[] = [
  { key: 'name', header: 'Volume', cell: ({ name }) => <span title={name}>{name}</span> },
  { key: 'driver', header: 'Driver', cell: ({ driver }) => driver },
  { key: 'users', header: 'Mounted by', cell: (row) => <Users row={row} /> },
  custodyColumn,
  { key: 'created', header: 'Created', align: 'end', cell: ({ created }) => (created === '' ? 'not told' : <InstantText at={created} />) },
];

export function VolumesCard({ endpoint }: { readonly endpoint: Endpoint }) {
  const { bridge } = useStores();
  const [store] = useState(() => createEngineListStore(bridge, endpoint, bridge.listVolumes));
  useWatched(store);
  const { listing } = useStore(store);
  return <EngineListCard title="Volumes" resource="volume" endpoint={endpoint} rows={mapLoaded(listing, ({ volumes }) => volumes)} columns={columns} className={styles.volumeList} idOf={({ name }) => name} />;
}
