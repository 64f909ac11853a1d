import type { IndexState } from '../../../shared/receipt-filter.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { Progress } from '../../components/Progress.tsx';
import { numberText } from '../../../shared/quantities.ts';
import styles from './IndexNote.module.css';

/** What of the receipts cannot be searched yet, and what can be done about it. */
export function IndexNote({ index, onGoOn }: { readonly index: IndexState; readonly onGoOn: () => void }) {
  const goOn = <Button size="small" onPress={onGoOn}>{index.state === 'failed' ? 'Try again' : 'Go on'}</Button>;
  switch (index.state) {
    case 'whole': return null;
    case 'filling': return (
      <div className={styles.filling} role="status">
        <Progress label="Indexing receipts" done={index.done} total={index.total} />
        <p>{farText(index)} receipts are indexed. What is found is from these.</p>
      </div>
    );
    case 'stopped': return <Note mark="none" role="status" actions={goOn}>Indexing was cancelled: {farText(index)} receipts can be searched. Newer ones are not found.</Note>;
    case 'failed': return <Note mark="refused" role="status" actions={goOn}>{index.says} All receipts can still be read without a filter.</Note>;
  }
}

const farText = ({ done, total }: { readonly done: number; readonly total: number }): string => `${numberText(done)} of ${numberText(total)}`;
