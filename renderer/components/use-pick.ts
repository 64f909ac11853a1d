import { useState } from 'react';
import { movedBy } from './grid-keys.ts';
import type { Option } from './SelectField.tsx';

const mostShown = 50;

interface Options<Id extends string> {
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
}

export interface Picking<Id extends string> {
  readonly isOpen: boolean;
  readonly value: Id | null;
  readonly text: string;
  readonly shown: readonly Option<Id>[];
  /** How many fit and are not drawn. */
  readonly hidden: number;
  readonly index: number;
  readonly open: () => void;
  readonly close: () => void;
  readonly type: (text: string) => void;
  readonly choose: (index: number) => void;
  /** Whether the key meant something here. */
  readonly press: (key: string) => boolean;
}

/** What a combobox knows: what was typed since it was opened, what fits, and which of it a key would take. */
export function usePick<Id extends string>({ options, value, onChange }: Options<Id>): Picking<Id> {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const fitting = matching(options, typed ?? '');
  const shown = fitting.slice(0, mostShown);

  const open = (): void => {
    setOpen(true);
    setIndex(Math.max(0, shown.findIndex(({ id }) => id === value)));
  };
  const close = (): void => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (at: number): void => {
    const option = shown[at];
    if (option) onChange(option.id);
    close();
  };
  const type = (text: string): void => {
    setTyped(text);
    setIndex(0);
    setOpen(true);
  };
  const press = (key: string): boolean => {
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      open();
      return true;
    }
    if (key === 'Enter') choose(index);
    else if (key === 'Escape') close();
    else {
      // Home and End belong to the text.
      const next = key === 'Home' || key === 'End' ? undefined : movedBy(key, index, shown.length, 8);
      if (next === undefined) return false;
      setIndex(next);
    }
    return true;
  };
  const text = typed ?? options.find(({ id }) => id === value)?.label ?? '';
  return { isOpen, value, text, shown, hidden: fitting.length - shown.length, index, open, close, type, choose, press };
}

function matching<Id extends string>(options: readonly Option<Id>[], text: string): readonly Option<Id>[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? options : options.filter(({ label }) => label.toLowerCase().includes(wanted));
}
