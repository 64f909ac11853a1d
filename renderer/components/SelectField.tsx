import { ChevronDown } from 'lucide-react';
import { Button, FieldError, Label, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Field.module.css';

export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly detail?: string;
  readonly isDisabled?: boolean;
}

interface Props<Id extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly help?: string;
  readonly isDisabled?: boolean;
}

/** For a handful of options; longer lists are searched in a PickField. */
export function SelectField<Id extends string>({ label, labelHidden = false, options, value, onChange, placeholder = 'Choose', error, help, isDisabled = false }: Props<Id>) {
  const pick = (key: unknown): void => {
    const option = options.find(({ id }) => id === key);
    if (option) onChange(option.id);
  };
  return (
    <Select className={cx(styles.field)} value={value} onChange={pick} placeholder={placeholder} isInvalid={error !== undefined} isDisabled={isDisabled} {...(labelHidden && { 'aria-label': label })}>
      {!labelHidden && <Label className={cx(styles.label)}>{label}</Label>}
      <Button className={cx(styles.select)}>
        <SelectValue className={cx(styles.selected)} />
        <ChevronDown aria-hidden />
      </Button>
      {help !== undefined && error === undefined && <Text slot="description" className={cx(styles.help)}>{help}</Text>}
      <FieldError className={cx(styles.error)}>{error}</FieldError>
      <Popover className={cx(styles.list)} offset={4}>
        <ListBox items={options}>{(option) => <OptionRow option={option} />}</ListBox>
      </Popover>
    </Select>
  );
}

export function OptionRow({ option }: { readonly option: Option<string> }) {
  const isDisabled = option.isDisabled ?? false;
  return (
    <ListBoxItem id={option.id} textValue={option.label} isDisabled={isDisabled} className={cx(styles.option)}>
      <span>{option.label}</span>
      {option.detail && <small>{option.detail}</small>}
    </ListBoxItem>
  );
}
