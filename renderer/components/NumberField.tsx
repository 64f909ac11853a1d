import { Minus, Plus } from 'lucide-react';
import { Button, FieldError, Group, Input, Label, NumberField as AriaNumberField, Text } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Field.module.css';

interface Props {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly onBlur?: () => void;
  readonly step: number;
  readonly minValue?: number;
  readonly error?: string | undefined;
  readonly help?: string;
  readonly digits?: number;
}

export function NumberField({ label, labelHidden = false, error, help, digits = 0, step, onBlur, ...rest }: Props) {
  return (
    <AriaNumberField
      className={cx(styles.field)}
      isInvalid={error !== undefined}
      formatOptions={{ maximumFractionDigits: digits, useGrouping: false }}
      {...(digits === 0 && { step })}
      {...rest}
      {...(labelHidden && { 'aria-label': label })}
      {...(onBlur && { onBlur })}
    >
      {!labelHidden && <Label className={cx(styles.label)}>{label}</Label>}
      <Group className={cx(styles.group)}>
        <Input className={cx(styles.input)} />
        <Button slot="decrement" className={cx(styles.step)}><Minus aria-hidden /></Button>
        <Button slot="increment" className={cx(styles.step)}><Plus aria-hidden /></Button>
      </Group>
      {help !== undefined && error === undefined && <Text slot="description" className={cx(styles.help)}>{help}</Text>}
      <FieldError className={cx(styles.error)}>{error}</FieldError>
    </AriaNumberField>
  );
}
