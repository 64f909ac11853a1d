import { FieldError, Label, Radio, RadioGroup } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './ChoiceList.module.css';

export interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** What it means, in one line. */
  readonly says: string;
}

interface Props<Id extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly error?: string | undefined;
}

/** One of a few, each with what it means beside it: for what should be understood before it is chosen. */
export function ChoiceList<Id extends string>({ label, choices, value, onChange, error }: Props<Id>) {
  const pick = (id: string): void => {
    const choice = choices.find((each) => each.id === id);
    if (choice) onChange(choice.id);
  };
  return (
    <RadioGroup className={cx(styles.choices)} value={value} onChange={pick} isInvalid={error !== undefined}>
      <Label className={cx(styles.label)}>{label}</Label>
      {choices.map(({ id, label: text, says }) => (
        <Radio key={id} value={id} className={cx(styles.choice)}>
          <span className={styles.dot} aria-hidden />
          <span><strong>{text}</strong><small>{says}</small></span>
        </Radio>
      ))}
      {error !== undefined && <FieldError className={cx(styles.error)}>{error}</FieldError>}
    </RadioGroup>
  );
}
