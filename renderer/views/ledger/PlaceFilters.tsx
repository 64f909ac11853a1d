import type { ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { PickField } from '../../components/PickField.tsx';
import { valueOf } from '../../stores/loaded.ts';
import { useEngines, useStores, useWatched, useWorkers } from '../../stores/use-stores.ts';
import styles from './FilterBar.module.css';
import { engineOptions, workerOptions } from './filter-options.ts';
import { FilterSelect } from './FilterSelect.tsx';

const anyWorker = { id: 'any', label: 'Any worker' } as const;

/** Of which worker, and on which engine. */
export function PlaceFilters({ filter, change }: { readonly filter: ReceiptFilter; readonly change: (changes: ReceiptFilter) => void }) {
  const { workers, engines } = useStores();
  useWatched(workers);
  useWatched(engines);
  const rows = useWorkers((state) => valueOf(state.workers)) ?? [];
  const known = useEngines((state) => valueOf(state.engines)) ?? [];
  const options = workerOptions(rows);
  return (
    <>
      <div className={styles.worker} data-set={filter.binding !== undefined || undefined}>
        <PickField label="Worker" labelHidden options={[anyWorker, ...options]} value={filter.binding ?? anyWorker.id} onChange={(id) => { change({ binding: options.find((option) => option.id === id)?.id }); }} />
      </div>
      <FilterSelect label="Engine" any="Any engine" options={engineOptions(known)} value={filter.engine} onChange={(engine) => { change({ engine }); }} />
    </>
  );
}
