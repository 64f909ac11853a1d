import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, ComboBox, FieldError, Group, Input, Label, ListBox, Popover, Text } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Field.module.css';
import { OptionRow, type Option } from './SelectField.tsx';

const mostShown = 60;

interface Props<Id extends string> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id | null) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly help?: string;
  readonly isDisabled?: boolean;
}

/** A field to pick from many: typing narrows the list, of which only the first part is ever drawn. */
export function PickField<Id extends string>({ label, options, value, onChange, onBlur, placeholder = '', error, help, isDisabled = false }: Props<Id>) {
  const chosen = options.find(({ id }) => id === value)?.label ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const shown = matching(options, typed === null || typed === chosen ? '' : typed).slice(0, mostShown);
  const pick = (key: unknown): void => {
    onChange(options.find(({ id }) => id === key)?.id ?? null);
    setTyped(null);
  };
  const leave = (): void => {
    setTyped(null);
    onBlur?.();
  };
  return (
    <ComboBox
      className={cx(styles.field)} items={shown} value={value} onChange={pick} inputValue={typed ?? chosen} onInputChange={setTyped} onBlur={leave}
      isInvalid={error !== undefined} isDisabled={isDisabled} menuTrigger="focus" allowsEmptyCollection
    >
      <Label className={cx(styles.label)}>{label}</Label>
      <Group className={cx(styles.group)}>
        <Input className={cx(styles.input)} data-mono placeholder={placeholder} spellCheck="false" />
        <Button className={cx(styles.step)}><ChevronDown aria-hidden /></Button>
      </Group>
      {help !== undefined && error === undefined && <Text slot="description" className={cx(styles.help)}>{help}</Text>}
      <FieldError className={cx(styles.error)}>{error}</FieldError>
      <Popover className={cx(styles.list)} offset={4}>
        <ListBox items={shown} renderEmptyState={() => <div className={styles.none}>Nothing of this name is here.</div>}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function matching<Id extends string>(options: readonly Option<Id>[], text: string): readonly Option<Id>[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? options : options.filter(({ label }) => label.toLowerCase().includes(wanted));
}
