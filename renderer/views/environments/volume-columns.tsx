import type { VolumeRow } from '../../../shared/external-view.ts';
import type { Column } from '../../components/DataGrid.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { custodyColumn, Users } from './EngineListCard.tsx';

export const volumeColumns: readonly Column<VolumeRow>[] = [
  { key: 'name', header: 'Volume', cell: ({ name }) => <span title={name}>{name}</span> },
  { key: 'driver', header: 'Driver', cell: ({ driver }) => driver },
  { key: 'users', header: 'Mounted by', cell: (row) => <Users row={row} /> },
  custodyColumn,
  { key: 'created', header: 'Created', align: 'end', cell: ({ created }) => (created === '' ? 'not told' : <InstantText at={created} />) },
];
