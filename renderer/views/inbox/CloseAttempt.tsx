import type { InboxItem } from '../../../shared/inbox.ts';
import { operations } from '../../../shared/operations.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import styles from './InboxView.module.css';

interface Props {
  readonly item: Extract<InboxItem, { kind: 'attempt' }>;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What is signed by closing, and what that does. */
export function CloseAttempt({ item, onCancel, onConfirm }: Props) {
  const actions = (
    <>
      <Button onPress={onCancel} autoFocus>Leave it open</Button>
      <Button tone="danger" onPress={onConfirm}>Sign and close</Button>
    </>
  );
  return (
    <Dialog title="Close as not applied" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <p className={styles.lead}>You decide, with your signature, that this did not happen. The engine is read twice more first; if it shows the opposite, that counts and nothing is closed.</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Effect">{operations[item.operation].label}</Fact>
          <Fact name="Worker">{item.worker?.seat ?? 'this console'}</Fact>
          <Fact name="Attempt"><code>{item.attempt}</code></Fact>
          <Fact name="Ends">Every call to an engine that is under way is cut, and a new epoch begins.</Fact>
          <Fact name="Opens">The same can be asked again. If the first one still takes effect later, it is yours and comes back here.</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
