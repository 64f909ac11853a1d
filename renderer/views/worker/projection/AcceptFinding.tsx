import { placeText, whyOf, type FindingRow } from '../../../../shared/finding.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { findingWords } from '../../../words/projection-text.ts';
import styles from './FindingsCard.module.css';

interface Props {
  readonly row: FindingRow;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What the operator signs by accepting a finding as it is. */
export function AcceptFinding({ row: { finding, bytes }, onCancel, onConfirm }: Props) {
  const actions = (
    <>
      <Button onPress={onCancel} autoFocus>Cancel</Button>
      <Button tone="primary" onPress={onConfirm}>Sign and accept</Button>
    </>
  );
  return (
    <Dialog title="Accept a finding" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <p>You sign that this goes into the worker as it is. {bytes === undefined ? 'It holds for this worker, this file and this place.' : 'It stands for more than is shown here, so it holds for this worker and for exactly these bytes of the file.'}</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Finding">{findingWords[finding.kind]}</Fact>
          <Fact name="Text"><code>{finding.text}</code></Fact>
          <Fact name="File"><code>{finding.file}</code></Fact>
          <Fact name="Where">{placeText(finding.place)}</Fact>
          {bytes !== undefined && <Fact name="Bytes"><code>{bytes}</code></Fact>}
          <Fact name="Means">{whyOf(finding.kind)}</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
