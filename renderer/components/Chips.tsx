import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import { numberText } from '../../shared/quantities.ts';
import styles from './Chips.module.css';

export interface Chip<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
}

interface Props<Id extends string> {
  readonly label: string;
  readonly chips: readonly Chip<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** One of a few ways to see the same list. */
export function Chips<Id extends string>({ label, chips, value, onChange }: Props<Id>) {
  const pick = (keys: ReadonlySet<unknown>): void => {
    const chip = chips.find(({ id }) => keys.has(id));
    if (chip) onChange(chip.id);
  };
  return (
    <ToggleButtonGroup aria-label={label} className={cx(styles.chips)} selectionMode="single" disallowEmptySelection selectedKeys={[value]} onSelectionChange={pick}>
      {chips.map(({ id, label: text, count }) => (
        <ToggleButton key={id} id={id} className={cx(styles.chip)}>
          {text}{count !== undefined && <span>{numberText(count)}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
