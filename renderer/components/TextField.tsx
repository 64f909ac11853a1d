import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Field.module.css';

interface Props {
  readonly label: string;
  /** The label is said, not drawn: where a row or a heading shows it already. */
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly error?: string | undefined;
  readonly help?: string;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly autoFocus?: boolean;
  readonly type?: 'text' | 'search' | 'password';
  readonly inputRef?: Ref<HTMLInputElement>;
  /** More than one line, where new lines are part of the text. */
  readonly rows?: number;
}

export function TextField({ label, labelHidden = false, error, help, placeholder = '', mono = false, rows, inputRef, onKeyDown, onPaste, onBlur, ...rest }: Props) {
  return (
    <AriaTextField className={cx(styles.field)} isInvalid={error !== undefined} {...rest} {...(labelHidden && { 'aria-label': label })} {...(onBlur && { onBlur })}>
      {!labelHidden && <Label className={cx(styles.label)}>{label}</Label>}
      {rows === undefined ? <Input ref={inputRef} className={cx(styles.input)} data-mono={mono || undefined} placeholder={placeholder} spellCheck="false" autoComplete="off" onKeyDown={onKeyDown} onPaste={onPaste} />
        : <TextArea rows={rows} className={cx(styles.input)} data-mono={mono || undefined} placeholder={placeholder} spellCheck="false" autoComplete="off" />}
      {help !== undefined && error === undefined && <Text slot="description" className={cx(styles.help)}>{help}</Text>}
      <FieldError className={cx(styles.error)}>{error}</FieldError>
    </AriaTextField>
  );
}
