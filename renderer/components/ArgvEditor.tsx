import { Plus, X } from 'lucide-react';
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { placed, withInserted, withoutAt, withPasted, withValue } from '../words/lines.ts';
import styles from './ArgvEditor.module.css';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { TextField } from './TextField.tsx';

interface Props {
  readonly argv: readonly string[];
  readonly onChange: (argv: readonly string[]) => void;
  readonly errorAt: (index: number) => string | undefined;
  readonly onLeave?: (index: number) => void;
}

/** A program and its arguments, one a row: nothing is ever split or joined by a shell. */
export function ArgvEditor({ argv, onChange, errorAt, onLeave }: Props) {
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  const change = (next: readonly string[], focused: number): void => {
    onChange(next);
    // The row is there only after the change was drawn.
    requestAnimationFrame(() => { fields.current[Math.max(0, Math.min(focused, next.length - 1))]?.focus(); });
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      change(withInserted(argv, index + 1, ''), index + 1);
    } else if (event.key === 'Backspace' && argv[index] === '' && argv.length > 1) {
      event.preventDefault();
      change(withoutAt(argv, index), index - 1);
    }
  };
  const onPaste = (index: number) => (event: ClipboardEvent<HTMLInputElement>): void => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/).filter((line) => line !== '');
    if (lines.length < 2) return;
    event.preventDefault();
    change(withPasted(argv, index, lines), index + lines.length - 1);
  };
  return (
    <div className={styles.rows} role="group" aria-label="Arguments">
      {placed(argv).map(({ line: value, place: index }) => (
        <div className={styles.row} key={index}>
          <span className={styles.number} aria-hidden>{index}</span>
          <TextField
            label={index === 0 ? 'Program' : `Argument ${index}`} labelHidden mono value={value} placeholder={index === 0 ? '/usr/bin/program' : ''} error={errorAt(index)}
            inputRef={(field) => { fields.current[index] = field; }} onChange={(next) => { onChange(withValue(argv, index, next)); }} onKeyDown={onKeyDown(index)} onPaste={onPaste(index)}
            onBlur={() => onLeave?.(index)}
          />
          {argv.length > 1 && <IconButton icon={X} label={`Take out ${index === 0 ? 'the program' : `argument ${index}`}`} onPress={() => { change(withoutAt(argv, index), index); }} />}
        </div>
      ))}
      <div><Button size="small" icon={Plus} onPress={() => { change([...argv, ''], argv.length); }}>Add argument</Button></div>
    </div>
  );
}
