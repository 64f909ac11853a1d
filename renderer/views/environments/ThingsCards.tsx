import { useState } from 'react';
import { useStore } from 'zustand';
import type { Endpoint } from '../../../shared/ids.ts';
import { mapLoaded } from '../../stores/loaded.ts';
import { createThingsStore } from '../../stores/things-store.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import { EngineListCard } from './EngineListCard.tsx';
import { networkColumns } from './network-columns.tsx';
import { volumeColumns } from './volume-columns.tsx';
import styles from './EngineDetail.module.css';

/** The volumes and the networks of an engine, of one reading. */
export function ThingsCards({ endpoint }: { readonly endpoint: Endpoint }) {
  const { bridge } = useStores();
  const [store] = useState(() => createThingsStore(bridge, endpoint));
  useWatched(store);
  const { listing } = useStore(store);
  return (
    <>
      <EngineListCard title="Volumes" resource="volume" endpoint={endpoint} rows={mapLoaded(listing, ({ volumes }) => volumes)} columns={volumeColumns} className={styles.volumeList} idOf={({ name }) => name} />
      <EngineListCard title="Networks" resource="network" endpoint={endpoint} rows={mapLoaded(listing, ({ networks }) => networks)} columns={networkColumns} className={styles.networkList} idOf={({ id }) => id} />
    </>
  );
}
