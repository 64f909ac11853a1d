import { useStore } from 'zustand';
import { describeLedgerTrouble, type LedgerTrouble } from '../../../shared/ledger-trouble.ts';
import { Note } from '../../components/Note.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { useStores } from '../../stores/use-stores.ts';
import styles from './Trouble.module.css';
import { TroubleActions } from './TroubleActions.tsx';

/** Above every view while what is shown can only be read. */
export function LedgerTroubleNote({ trouble }: { readonly trouble: LedgerTrouble }) {
  const refusals = useStore(useStores().trouble, (state) => state.refusals);
  const { title, means, todo, ways } = describeLedgerTrouble(trouble);
  return (
    <section className={styles.note} aria-label="Ledger">
      <Note mark="refused" actions={<TroubleActions ways={ways} />}>
        <strong>{title}.</strong> {means} {todo} <small>{trouble.folder}: {trouble.says}</small>
      </Note>
      <RefusalNote refusal={refusals.get('try_again') ?? refusals.get('other_folder')} />
    </section>
  );
}
