import type { WorkerRow } from '../../../shared/bridge-values.ts';
import type { Column } from '../../components/DataGrid.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Tag } from '../../components/Tag.tsx';
import styles from './WorkersView.module.css';

const custodyTones = { created: 'ours', none: 'plain', removed: 'plain', released: 'plain', transferred: 'ours', left: 'plain' } as const;

export const workerColumns: readonly Column<WorkerRow>[] = [
  { key: 'seat', header: 'Seat', cell: (row) => <Seat row={row} /> },
  { key: 'state', header: 'State', cell: ({ state }) => <Evidence {...state} /> },
  { key: 'environment', header: 'Environment', cell: (row) => <Environment row={row} /> },
  { key: 'image', header: 'Image', cell: ({ image }) => <span title={image}>{image}</span> },
  { key: 'binding', header: 'Binding', cell: ({ binding }) => <ShortId value={binding} /> },
  { key: 'generation', header: 'Generation', align: 'end', cell: ({ generation }) => generation },
  { key: 'custody', header: 'Custody', cell: ({ custody }) => <Tag tone={custodyTones[custody]}>{custody}</Tag> },
  { key: 'last', header: 'Last receipt', align: 'end', cell: ({ last }) => <span className={styles.when}><InstantText at={last.at} /></span> },
];

const Seat = ({ row: { seat, image } }: { readonly row: WorkerRow }) => (
  <span className={styles.two}>
    <strong title={seat}>{seat}</strong>
    <small className={styles.imageBelow} title={image}>{image}</small>
  </span>
);

const Environment = ({ row: { engineLabel, containerId } }: { readonly row: WorkerRow }) => (
  <span className={styles.two}>
    <span title={engineLabel}>{engineLabel}</span>
    {containerId ? <ShortId value={containerId} /> : <small>no container seen</small>}
  </span>
);
