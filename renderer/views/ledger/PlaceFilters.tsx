import { memo, useMemo } from 'react';
import type { ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { PickField } from '../../components/PickField.tsx';
import { valueOf } from '../../stores/loaded.ts';
import { useEngines, useStores, useWatched, useWorkers } from '../../stores/use-stores.ts';
import styles from './FilterBar.module.css';
import { engineOptions, workerOptions } from './filter-options.ts';
import { FilterSelect } from './FilterSelect.tsx';

const anyWorker = { id: 'any', label: 'Any worker' } as const;

interface Props extends Pick<ReceiptFilter, 'binding' | 'engine'> {
  readonly change: (changes: ReceiptFilter) => void;
}

function Places({ binding, engine, change }: Props) {
  const { workers, engines } = useStores();
  useWatched(workers);
  useWatched(engines);
  const rows = useWorkers((state) => valueOf(state.workers));
  const known = useEngines((state) => valueOf(state.engines));
  const options = useMemo(() => workerOptions(rows ?? []), [rows]);
  const engineChoice = useMemo(() => engineOptions(known ?? []), [known]);
  return (
    <>
      <div className={styles.worker} data-set={binding !== undefined || undefined}>
        <PickField label="Worker" labelHidden options={[anyWorker, ...options]} value={binding ?? anyWorker.id} onChange={(id) => { change({ binding: options.find((option) => option.id === id)?.id }); }} />
      </div>
      <FilterSelect label="Engine" any="Any engine" options={engineChoice} value={engine} toChanges={toEngine} change={change} />
    </>
  );
}

const toEngine = (engine: ReceiptFilter['engine']): ReceiptFilter => ({ engine });

/** Of which worker, and on which engine. */
export const PlaceFilters = memo(Places);
