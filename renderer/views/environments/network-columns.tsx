import type { NetworkRow } from '../../../shared/external-view.ts';
import type { Column } from '../../components/DataGrid.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { custodyColumn, Users } from './EngineListCard.tsx';
import styles from './EngineDetail.module.css';

export const networkColumns: readonly Column<NetworkRow>[] = [
  { key: 'name', header: 'Network', cell: ({ name, id }) => <span className={styles.two}><span title={name}>{name}</span><ShortId value={id} /></span> },
  { key: 'driver', header: 'Driver and addresses', cell: (row) => <Addresses row={row} /> },
  { key: 'users', header: 'On it', cell: (row) => <Users row={row} /> },
  custodyColumn,
  { key: 'created', header: 'Created', align: 'end', cell: ({ created }) => (created === '' ? 'not told' : <InstantText at={created} />) },
];

function Addresses({ row: { driver, internal, subnets } }: { readonly row: NetworkRow }) {
  const addresses = subnets.length === 0 ? 'no addresses' : subnets.join(', ');
  return <span className={styles.two}><span>{internal ? `${driver}, internal` : driver}</span><small title={addresses}>{addresses}</small></span>;
}
