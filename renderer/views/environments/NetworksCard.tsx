import { useState } from 'react';
import { useStore } from 'zustand';
import type { NetworkRow } from '../../../shared/external-view.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import type { Column } from '../../components/DataGrid.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { createEngineListStore } from '../../stores/engine-list-store.ts';
import { mapLoaded } from '../../stores/loaded.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import { custodyColumn, EngineListCard, Users } from './EngineListCard.tsx';
import styles from './EngineDetail.module.css';

const columns: readonly Column<NetworkRow>[] = [
  { key: 'name', header: 'Network', cell: ({ name, id }) => <span className={styles.two}><span title={name}>{name}</span><ShortId value={id} /></span> },
  { key: 'driver', header: 'Driver and addresses', cell: (row) => <Addresses row={row} /> },
  { key: 'users', header: 'On it', cell: (row) => <Users row={row} /> },
  custodyColumn,
  { key: 'created', header: 'Created', align: 'end', cell: ({ created }) => (created === '' ? 'not told' : <InstantText at={created} />) },
];

export function NetworksCard({ endpoint }: { readonly endpoint: Endpoint }) {
  const { bridge } = useStores();
  const [store] = useState(() => createEngineListStore(bridge, endpoint, bridge.listNetworks));
  useWatched(store);
  const { listing } = useStore(store);
  return <EngineListCard title="Networks" resource="network" endpoint={endpoint} rows={mapLoaded(listing, ({ networks }) => networks)} columns={columns} className={styles.networkList} idOf={({ id }) => id} />;
}

function Addresses({ row: { driver, internal, subnets } }: { readonly row: NetworkRow }) {
  const addresses = subnets.length === 0 ? 'no addresses' : subnets.join(', ');
  return <span className={styles.two}><span>{internal ? `${driver}, internal` : driver}</span><small title={addresses}>{addresses}</small></span>;
}
