import { Note } from '../../components/Note.tsx';
import { PickField } from '../../components/PickField.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { valueOf } from '../../stores/loaded.ts';
import { useDraft, useStores, useWatched, useWorkers } from '../../stores/use-stores.ts';
import styles from './NewWorkerView.module.css';

/** The second worker of a day is mostly like the first one. */
export function StartFrom() {
  useWatched(useStores().workers);
  const rows = useWorkers((state) => valueOf(state.workers)) ?? [];
  const { startFrom, forgotten, refusals } = useDraft((state) => state);
  if (rows.length === 0) return null;
  const start = (id: string): void => {
    const row = rows.find(({ binding }) => binding === id);
    if (row) void startFrom(row.binding);
  };
  return (
    <div className={styles.startFrom}>
      <PickField
        label="Start from an earlier worker" options={rows.map(({ binding, seat, generation, image }) => ({ id: binding, label: `${seat}, generation ${generation}`, detail: image }))}
        value={null} placeholder="Search workers" onChange={start}
      />
      <RefusalNote refusal={refusals.get('startFrom')} />
      {forgotten.length > 0 && <Note mark="needs_person">The JSON schema of {forgotten.join(', ')} is not kept any more: it is declared without one.</Note>}
    </div>
  );
}
