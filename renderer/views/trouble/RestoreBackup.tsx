import type { BackupChoice } from '../../../shared/ledger-trouble.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { restoreWords, type Replaced } from '../../words/restore-text.ts';
import styles from './Trouble.module.css';

interface Props {
  readonly choice: BackupChoice;
  readonly replaced: Replaced;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What restoring a backup does, and what it leaves. */
export function RestoreBackup({ choice, replaced, onCancel, onConfirm }: Props) {
  const { leave, kept, missing, until } = restoreWords(replaced);
  const actions = (
    <>
      <Button onPress={onCancel} autoFocus>{leave}</Button>
      <Button tone="danger" onPress={onConfirm}>{choice.kind === 'file' ? 'Choose and restore' : 'Restore backup'}</Button>
    </>
  );
  return (
    <Dialog title="Restore a backup" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <p>The backup is verified, and takes the ledger’s place if it holds.</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Backup">{choice.kind === 'file' ? 'A file that you choose next' : choice.name}</Fact>
          <Fact name="Kept">{kept}</Fact>
          <Fact name="Missing then"><strong>{missing}</strong> {until}</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
