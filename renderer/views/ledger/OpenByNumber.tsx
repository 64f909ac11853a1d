import { useState } from 'react';
import { TextField } from '../../components/TextField.tsx';
import styles from './LedgerView.module.css';

/** Opens a receipt by its number, however far down the list it is. */
export function OpenByNumber({ onOpen }: { readonly onOpen: (seq: number) => void }) {
  const [text, setText] = useState('');
  const digits = text.replace(/[,\s]/g, '');
  const wrong = digits !== '' && !/^[1-9]\d{0,14}$/.test(digits);
  const open = (): void => {
    if (digits === '' || wrong) return;
    setText('');
    onOpen(Number(digits));
  };
  return (
    <form className={styles.number} aria-label="Open a receipt" onSubmit={(event) => { event.preventDefault(); open(); }}>
      <TextField label="Receipt number" labelHidden value={text} placeholder="Receipt number" onChange={setText} error={wrong ? 'A whole number.' : undefined} />
    </form>
  );
}
