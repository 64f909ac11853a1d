import { memo } from 'react';
import type { ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { SelectField, type Option } from '../../components/SelectField.tsx';
import styles from './FilterBar.module.css';

interface Props<Id extends string> {
  readonly label: string;
  readonly size?: 'normal' | 'wide';
  /** What is said while nothing is chosen. */
  readonly any: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id | undefined;
  /** What choosing it, or any, changes. */
  readonly toChanges: (id: Id | undefined) => ReceiptFilter;
  readonly change: (changes: ReceiptFilter) => void;
}

const anyId = 'any';

function Select<Id extends string>({ label, size = 'normal', any, options, value, toChanges, change }: Props<Id>) {
  return (
    <div className={styles.field} data-size={size} data-set={value !== undefined || undefined}>
      <SelectField label={label} labelHidden options={[{ id: anyId, label: any }, ...options]} value={value ?? anyId} onChange={(id) => { change(toChanges(options.find((option) => option.id === id)?.id)); }} />
    </div>
  );
}

/** One of a few values, or any. Not drawn again with each key that is typed beside it: a select takes longer to draw than all that is found. */
export const FilterSelect = memo(Select) as typeof Select;
