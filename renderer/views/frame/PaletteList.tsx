import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { movedBy } from '../../components/grid-keys.ts';
import { navigate } from '../../routing/use-route.ts';
import { valueOf } from '../../stores/loaded.ts';
import { openOverlay } from '../../stores/overlay-store.ts';
import { useSettings, useStores, useWatched, useWorkers } from '../../stores/use-stores.ts';
import styles from './CommandPalette.module.css';
import { commandsFor, type Command } from './commands.ts';

/** A combobox whose list is always open: the field keeps the focus, the arrows move through the list. */
export function PaletteList({ onClose }: { readonly onClose: () => void }) {
  const { workers: store } = useStores();
  useWatched(store);
  const workers = useWorkers((state) => valueOf(state.workers));
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const commands = useMemo(() => commandsFor(text, workers ?? []), [text, workers]);
  const run = useRun(onClose);
  const id = useId();

  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = commands[index];
    if (event.key === 'Enter' && chosen) run(chosen);
    // Home and End belong to the text.
    const next = event.key === 'Home' || event.key === 'End' ? undefined : movedBy(event.key, index, commands.length, 8);
    if (next === undefined) return;
    event.preventDefault();
    setIndex(next);
  };

  return (
    <>
      <input
        className={styles.input} role="combobox" aria-label="Find or do" aria-expanded aria-controls={id} aria-autocomplete="list"
        aria-activedescendant={commands[index] && `${id}-${index}`} placeholder="A view, a worker, something to do" autoFocus spellCheck={false} value={text} onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setIndex(0);
        }}
      />
      <div id={id} role="listbox" aria-label="Found" className={styles.list}>
        {commands.map((command, at) => (
          <Entry key={command.id} id={`${id}-${at}`} command={command} headed={commands[at - 1]?.group !== command.group} active={at === index} onPick={() => { run(command); }} />
        ))}
      </div>
      {commands.length === 0 && <p role="status" className={styles.none}>Nothing fits “{text}”.</p>}
    </>
  );
}

interface EntryProps {
  readonly id: string;
  readonly command: Command;
  readonly headed: boolean;
  readonly active: boolean;
  readonly onPick: () => void;
}

function Entry({ id, command, headed, active, onPick }: EntryProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => { if (active) option.current?.scrollIntoView({ block: 'nearest' }); }, [active]);
  return (
    <>
      {headed && <div role="presentation" className={styles.group}>{command.group}</div>}
      <div ref={option} id={id} role="option" aria-selected={active} className={styles.option} onClick={onPick}>
        <span>{command.label}</span>
        {command.detail && <small>{command.detail}</small>}
      </div>
    </>
  );
}

function useRun(onClose: () => void): (command: Command) => void {
  const setTheme = useSettings((state) => state.setTheme);
  return ({ does }) => {
    onClose();
    switch (does.kind) {
      case 'go': navigate(does.route); return;
      case 'theme': void setTheme(does.theme); return;
      case 'shortcuts': openOverlay('shortcuts'); return;
    }
  };
}
