import type { InboxItem } from '../../../shared/inbox.ts';
import { operations } from '../../../shared/operations.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { closingWords } from '../../words/closing-text.ts';
import styles from './InboxView.module.css';

interface Props {
  readonly item: Extract<InboxItem, { kind: 'attempt' }>;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What is signed by closing, and what that does. */
export function CloseAttempt({ item, onCancel, onConfirm }: Props) {
  const { reads, ends, opens } = closingWords(item);
  const actions = (
    <>
      <Button onPress={onCancel} autoFocus>Leave it open</Button>
      <Button tone="danger" onPress={onConfirm}>Sign and close</Button>
    </>
  );
  return (
    <Dialog title="Close as not applied" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <p className={styles.lead}>You decide, with your signature, that this did not happen. {reads}</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Effect">{operations[item.operation].label}</Fact>
          <Fact name="Worker">{item.worker?.seat ?? 'this console'}</Fact>
          <Fact name="Attempt"><code>{item.attempt}</code></Fact>
          <Fact name="Ends">{ends}</Fact>
          <Fact name="Opens">{opens}</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
