import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { isFiltered, type ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { TextField } from '../../components/TextField.tsx';
import { DayField } from './DayField.tsx';
import styles from './FilterBar.module.css';
import { actorOptions, bodyChips, dispositionOptions, operationOptions, type BodyFilter } from './filter-options.ts';
import { FilterSelect } from './FilterSelect.tsx';
import { PlaceFilters } from './PlaceFilters.tsx';

interface Props {
  readonly filter: ReceiptFilter;
  /** What belongs to the list itself: a worker's receipts are always that worker's. */
  readonly fixed: ReceiptFilter;
  readonly change: (changes: ReceiptFilter) => void;
  readonly clear: () => void;
  readonly end?: ReactNode;
}

export function FilterBar({ filter, fixed, change, clear, end }: Props) {
  const pickBody = (body: BodyFilter): void => { change({ body: body === 'all' ? undefined : body }); };
  return (
    <search className={styles.filters} aria-label="Find receipts">
      <div className={styles.text}>
        <Search aria-hidden />
        <TextField label="Words or ids" labelHidden type="search" placeholder="Names, words or ids, by their beginnings" value={filter.text ?? ''} onChange={(text) => { change({ text: text === '' ? undefined : text.slice(0, 200) }); }} />
      </div>
      {end && <div className={styles.end}>{end}</div>}
      <div className={styles.fields}>
        <Chips label="Which receipts" value={filter.body ?? 'all'} onChange={pickBody} chips={bodyChips} />
        <FilterSelect size="wide" label="Operation" any="Any operation" options={operationOptions} value={filter.operation} toChanges={toOperation} change={change} />
        {fixed.binding === undefined && <PlaceFilters binding={filter.binding} engine={filter.engine} change={change} />}
        <FilterSelect label="By" any="By anyone" options={actorOptions} value={filter.actor?.class} toChanges={toActor} change={change} />
        <FilterSelect size="wide" label="Disposition" any="Any disposition" options={dispositionOptions} value={filter.disposition} toChanges={toDisposition} change={change} />
        <DayField label="From this day" placeholder="From day" end="first" value={filter.from} onChange={(from) => { change({ from }); }} />
        <DayField label="To this day" placeholder="To day" end="last" value={filter.to} onChange={(to) => { change({ to }); }} />
        {isFiltered({ ...filter, ...absent(fixed) }) && <Button tone="quiet" onPress={clear}>Clear filters</Button>}
      </div>
    </search>
  );
}

const toOperation = (operation: ReceiptFilter['operation']): ReceiptFilter => ({ operation });
const toActor = (kind: NonNullable<ReceiptFilter['actor']>['class'] | undefined): ReceiptFilter => ({ actor: kind && { class: kind } });
const toDisposition = (disposition: ReceiptFilter['disposition']): ReceiptFilter => ({ disposition });

const absent = (filter: ReceiptFilter): ReceiptFilter => Object.fromEntries(Object.keys(filter).map((name) => [name, undefined]));
