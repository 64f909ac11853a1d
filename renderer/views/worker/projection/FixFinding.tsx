import { useState } from 'react';
import { placeText, type Finding } from '../../../../shared/finding.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { TextField } from '../../../components/TextField.tsx';
import styles from './FindingsCard.module.css';

interface Props {
  readonly finding: Finding;
  readonly onCancel: () => void;
  readonly onConfirm: (value: string) => void;
}

/** What takes the finding's place in the staged copy; the source stays as it is. */
export function FixFinding({ finding, onCancel, onConfirm }: Props) {
  const [value, setValue] = useState(finding.kind === 'secret' ? '' : finding.text);
  const isNew = value !== '' && value !== finding.text;
  const actions = (
    <>
      <Button onPress={onCancel}>Cancel</Button>
      <Button tone="primary" isDisabled={!isNew} onPress={() => { onConfirm(value); }}>Write into the staged copy</Button>
    </>
  );
  return (
    <Dialog title="Fix a finding" isOpen onClose={onCancel} actions={actions}>
      <p>The files are staged once more with this in its place, as a manifest of its own. The source stays as it is.</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="File"><code>{finding.file}</code></Fact>
          <Fact name="Where">{placeText(finding.place)}</Fact>
          <Fact name="Now"><code>{finding.text}</code></Fact>
        </Facts>
      </div>
      <TextField label="Instead" value={value} onChange={setValue} mono autoFocus onKeyDown={(event) => { if (event.key === 'Enter' && isNew) onConfirm(value); }} />
    </Dialog>
  );
}
