import { Plus } from 'lucide-react';
import type { WorkerRow } from '../../../shared/bridge-values.ts';
import { countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { DataGrid } from '../../components/DataGrid.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Bar, Foot, Page } from '../../components/Page.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { navigate } from '../../routing/use-route.ts';
import { valueOf } from '../../stores/loaded.ts';
import { useStores, useWatched, useWorkers } from '../../stores/use-stores.ts';
import { shownWorkers } from '../../stores/workers-store.ts';
import { workerColumns } from './worker-columns.tsx';
import styles from './WorkersView.module.css';

const newWorker = <Button tone="primary" icon={Plus} onPress={() => { navigate({ kind: 'new_worker' }); }}>New worker</Button>;

export function WorkersView() {
  useWatched(useStores().workers);
  const rows = useWorkers((state) => valueOf(state.workers));
  if (!rows) return <Page><Waiting>Reading the workers from the ledger.</Waiting></Page>;
  return rows.length === 0 ? <NoWorkers /> : <WorkersTable rows={rows} />;
}

function NoWorkers() {
  return (
    <Page>
      <EmptyState title="No worker yet" actions={newWorker}>
        A worker is a seat with a container of its own, limits, and the files you give it. Preparing one creates the container and its volumes and starts nothing.
      </EmptyState>
    </Page>
  );
}

function WorkersTable({ rows }: { readonly rows: readonly WorkerRow[] }) {
  const filter = useWorkers((state) => state.filter);
  const show = useWorkers((state) => state.show);
  const shown = shownWorkers(rows, filter);
  const open = shownWorkers(rows, 'open').length;
  return (
    <Page fixed>
      <Bar end={newWorker}>
        <Chips label="Which workers" value={filter} onChange={show} chips={[{ id: 'open', label: 'Open', count: open }, { id: 'all', label: 'All', count: rows.length }]} />
      </Bar>
      {shown.length === 0 ? <p>No worker is open. All shows the closed ones.</p> : (
        <DataGrid
          label="Workers" className={styles.workers} columns={workerColumns} count={shown.length} rowAt={(index) => shown[index]} keyOf={({ binding }) => binding}
          onOpen={({ binding }) => { navigate({ kind: 'worker', binding, tab: 'summary' }); }}
        />
      )}
      <Foot>{countText(open, 'worker')} open, {rows.length - open} closed. Every row is folded from its receipts.</Foot>
    </Page>
  );
}
