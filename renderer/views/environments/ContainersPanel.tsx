import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ContainerListing, EnvironmentRow } from '../../../shared/bridge-values.ts';
import { instantOf, type Endpoint } from '../../../shared/ids.ts';
import { countText } from '../../../shared/quantities.ts';
import { Chips, type Chip } from '../../components/Chips.tsx';
import { DataGrid, type Column } from '../../components/DataGrid.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { Bar, Foot } from '../../components/Page.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { TextField } from '../../components/TextField.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { navigate } from '../../routing/use-route.ts';
import { createEnvironmentsStore, shownEnvironments, type EnvironmentFilter, type EnvironmentsStore } from '../../stores/environments-store.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import { groupWords, standingGroups } from '../../words/standing-text.ts';
import { markOfState } from '../../words/container-text.ts';
import { ListedCustodyTag } from './CustodyTag.tsx';
import styles from './EngineDetail.module.css';

export function ContainersPanel({ endpoint }: { readonly endpoint: Endpoint }) {
  const { bridge } = useStores();
  const [store] = useState(() => createEnvironmentsStore(bridge, endpoint));
  useWatched(store);
  const state = useStore(store);
  switch (state.listing.phase) {
    case 'loading': return <Waiting>Listing containers.</Waiting>;
    case 'refused': return <RefusalNote refusal={state.listing.refusal} />;
    case 'ready': return <Listed endpoint={endpoint} listing={state.listing.value} state={state} />;
  }
}

const columns: readonly Column<EnvironmentRow>[] = [
  { key: 'name', header: 'Container', cell: ({ name, id }) => <span className={styles.two}><span title={name}>{name}</span><ShortId value={id} /></span> },
  { key: 'state', header: 'State', cell: ({ state, status }) => <Evidence mark={markOfState(state)} says={status === '' ? state : status} /> },
  { key: 'image', header: 'Image', cell: ({ image }) => <span title={image}>{image}</span> },
  { key: 'owner', header: 'Worker', cell: (row) => <Owner row={row} /> },
  { key: 'custody', header: 'Custody', cell: ({ custody, transferred, why }) => <ListedCustodyTag group={custody} transferred={transferred} why={why} /> },
  { key: 'created', header: 'Created', align: 'end', cell: ({ createdSeconds }) => <InstantText at={instantOf(createdSeconds * 1000)} /> },
];

function Listed({ endpoint, listing: { environments, readAt }, state }: { readonly endpoint: Endpoint; readonly listing: ContainerListing; readonly state: EnvironmentsStore }) {
  const { filter, search, show, find } = state;
  const shown = useMemo(() => shownEnvironments(environments, filter, search), [environments, filter, search]);
  const chips = useMemo(() => chipsOf(environments), [environments]);
  const field = (
    <div className={styles.search}>
      <TextField label="Search environments" labelHidden type="search" placeholder="Name, image, id or seat" value={search} onChange={find} />
    </div>
  );
  const open = ({ owner, id }: EnvironmentRow): void => {
    navigate(owner ? { kind: 'worker', binding: owner.binding, tab: 'summary' } : { kind: 'external', endpoint, resource: 'container', id });
  };
  return (
    <section className={styles.containers} aria-label="Environments of this engine">
      <Bar end={field}>
        <Chips label="Which environments" value={filter} onChange={show} chips={chips} />
      </Bar>
      {shown.length === 0 ? <p>{environments.length === 0 ? 'There is no container on this engine.' : 'No container fits.'}</p> : (
        <DataGrid
          key={filter} label="Environments" className={styles.environments} columns={columns} count={shown.length} rowAt={(index) => shown[index]} keyOf={({ id }) => id}
          onOpen={open}
        />
      )}
      <Foot>{countText(shown.length, 'container')} shown, listed <InstantText at={readAt} />. What is not ours is never stopped or removed from here.</Foot>
    </section>
  );
}

const chipsOf = (rows: readonly EnvironmentRow[]): readonly Chip<EnvironmentFilter>[] => [
  { id: 'all', label: 'All', count: rows.length },
  ...standingGroups.map((id) => ({ id, label: groupWords[id], count: rows.filter(({ custody }) => custody === id).length })),
];

/** Whose it is; a container with our label that the ledger does not know is nobody's here. */
function Owner({ row: { owner, claims } }: { readonly row: EnvironmentRow }) {
  if (owner) return <span title={owner.seat}>{owner.seat}</span>;
  return claims ? <Evidence mark="refused" says="claims to be ours" /> : null;
}
