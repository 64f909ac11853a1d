import type { MarkLine } from '../../../shared/inbox.ts';
import { countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { reanchorWords, type Unproven } from '../../words/reanchor-text.ts';
import styles from './InboxView.module.css';

interface Props {
  readonly item: Unproven;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

const places = { data: 'Mark in the data folder', state: 'Mark in the state folder' } as const satisfies Record<MarkLine['place'], string>;

/** What is signed by a reanchor: the old marks and the new head, and what nobody can bring back after it. */
export function ReanchorLedger({ item, onCancel, onConfirm }: Props) {
  const { givenAway, askFirst, kept } = reanchorWords(item);
  const actions = (
    <>
      <Button onPress={onCancel} autoFocus>Leave it unproven</Button>
      <Button tone="danger" onPress={onConfirm}>Sign and reanchor</Button>
    </>
  );
  return (
    <Dialog title="Reanchor the ledger" role="alertdialog" size="wide" isOpen onClose={onCancel} actions={actions}>
      <p className={styles.lead}>You decide, with your signature, to go on from this ledger although it is not shown to be whole. If a newer copy exists, leave this and restore that one under Backups instead.</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Why">{item.says}</Fact>
          {item.marks.map(({ place, size, file }) => <Fact key={place} name={places[place]}>{size === null ? 'Missing, or not readable' : `Made at receipt ${size}`}<small>{file}</small></Fact>)}
          <Fact name="Ledger now">{countText(item.head.size, 'receipt')}<small>{item.head.root}</small></Fact>
          <Fact name="Lost for good"><strong>The proof that nothing came after receipt {item.head.size}: both marks are replaced.</strong></Fact>
          <Fact name="Given away since"><strong>{givenAway}</strong> {askFirst}</Fact>
          <Fact name="Kept">{kept}</Fact>
          <Fact name="Opens">Effects, worker by worker, each after its engine was looked at again.</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
