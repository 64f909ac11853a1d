import { useEffect, useRef } from 'react';
import styles from './Field.module.css';
import type { Option } from './SelectField.tsx';
import type { Picking } from './use-pick.ts';

export function PickList<Id extends string>({ id, label, pick }: { readonly id: string; readonly label: string; readonly pick: Picking<Id> }) {
  if (!pick.isOpen) return <div id={`${id}-list`} role="listbox" aria-label={label} hidden />;
  return (
    <div className={styles.popup}>
      {/* The field has the focus and keeps it. */}
      <div id={`${id}-list`} role="listbox" aria-label={label} onMouseDown={(event) => { event.preventDefault(); }}>
        {pick.shown.map((option, index) => (
          <Entry key={option.id} id={`${id}-${index}`} option={option} active={index === pick.index} selected={option.id === pick.value} onPick={() => { pick.choose(index); }} />
        ))}
      </div>
      {pick.shown.length === 0 && <p role="status" className={styles.none}>Nothing of this name is here.</p>}
      {pick.hidden > 0 && <p className={styles.none}>and {pick.hidden} more: type a part of the name</p>}
    </div>
  );
}

interface EntryProps {
  readonly id: string;
  readonly option: Option<string>;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onPick: () => void;
}

function Entry({ id, option, active, selected, onPick }: EntryProps) {
  const entry = useRef<HTMLDivElement>(null);
  useEffect(() => { if (active) entry.current?.scrollIntoView({ block: 'nearest' }); }, [active]);
  return (
    <div ref={entry} id={id} role="option" aria-selected={selected} className={styles.option} data-focused={active || undefined} data-selected={selected || undefined} onClick={onPick}>
      <span>{option.label}</span>
      {option.detail && <small>{option.detail}</small>}
    </div>
  );
}
