import { useState } from 'react';
import type { Instant } from '../../../shared/ids.ts';
import { TextField } from '../../components/TextField.tsx';
import styles from './FilterBar.module.css';
import { dayOf, instantIn } from './filter-days.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** Which end of the day is meant. */
  readonly end: 'first' | 'last';
  readonly value: Instant | undefined;
  readonly onChange: (at: Instant | undefined) => void;
}

/** A day, typed. What is not one yet filters nothing. */
export function DayField({ label, placeholder, end, value, onChange }: Props) {
  const [unfinished, setUnfinished] = useState('');
  const type = (text: string): void => {
    const at = instantIn(text, end);
    setUnfinished(at ? '' : text);
    onChange(at);
  };
  const isWrong = unfinished.length >= 10;
  return (
    <div className={styles.day} data-set={value !== undefined || undefined}>
      <TextField label={label} labelHidden placeholder={placeholder} value={unfinished === '' ? dayOf(value) : unfinished} onChange={type} error={isWrong ? 'A day as in 2026-03-31.' : undefined} />
    </div>
  );
}
