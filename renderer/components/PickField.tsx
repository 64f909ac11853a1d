import { ChevronDown } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { Button } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Field.module.css';
import { PickList } from './PickList.tsx';
import type { Option } from './SelectField.tsx';
import { usePick } from './use-pick.ts';

interface Props<Id extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

/**
 * A field to pick from many: typing narrows the list, of which only the first part is ever drawn. The field keeps the
 * focus, and nothing else of the page is hidden from a screen reader while the list is open.
 */
export function PickField<Id extends string>({ label, labelHidden = false, options, value, onChange, onBlur, placeholder = '', error, isDisabled = false }: Props<Id>) {
  const id = useId();
  const pick = usePick({ options, value, onChange });
  const leave = (): void => {
    pick.close();
    onBlur?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => { if (pick.press(event.key)) event.preventDefault(); };
  return (
    <div className={cx(styles.field, styles.pick)} data-label-hidden={labelHidden || undefined} data-invalid={error !== undefined || undefined}>
      {!labelHidden && <label className={styles.label} htmlFor={id}>{label}</label>}
      <div className={styles.group} data-disabled={isDisabled || undefined}>
        <input
          id={id} role="combobox" aria-label={labelHidden ? label : undefined} className={styles.input} data-mono placeholder={placeholder} spellCheck={false} autoComplete="off" disabled={isDisabled}
          value={pick.text} aria-expanded={pick.isOpen} aria-controls={`${id}-list`} aria-autocomplete="list" aria-invalid={error !== undefined} aria-describedby={`${id}-error`}
          aria-activedescendant={pick.isOpen && pick.shown.length > 0 ? `${id}-${pick.index}` : undefined}
          onChange={(event) => { pick.type(event.target.value); }} onClick={pick.open} onKeyDown={onKeyDown} onBlur={leave}
        />
        <Button className={cx(styles.step)} aria-label={`Show ${label}`} excludeFromTabOrder isDisabled={isDisabled} onPress={() => { document.getElementById(id)?.focus(); pick.open(); }}>
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <span id={`${id}-error`} className={styles.error}>{error}</span>
      <PickList id={id} label={label} pick={pick} />
    </div>
  );
}
