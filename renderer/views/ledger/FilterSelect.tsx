import { SelectField, type Option } from '../../components/SelectField.tsx';
import styles from './FilterBar.module.css';

interface Props<Id extends string> {
  readonly label: string;
  readonly size?: 'normal' | 'wide';
  /** What is said while nothing is chosen. */
  readonly any: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id | undefined;
  readonly onChange: (id: Id | undefined) => void;
}

const anyId = 'any';

/** One of a few values, or any. */
export function FilterSelect<Id extends string>({ label, size = 'normal', any, options, value, onChange }: Props<Id>) {
  return (
    <div className={styles.field} data-size={size} data-set={value !== undefined || undefined}>
      <SelectField label={label} labelHidden options={[{ id: anyId, label: any }, ...options]} value={value ?? anyId} onChange={(id) => { onChange(options.find((option) => option.id === id)?.id); }} />
    </div>
  );
}
