import { useState } from 'react';
import type { ExternalView } from '../../../shared/external-view.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EngineFact } from '../../components/EngineFact.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { TextField } from '../../components/TextField.tsx';

interface Props {
  readonly view: Pick<ExternalView, 'ref' | 'standing' | 'engineLabel' | 'endpoint'>;
  readonly onCancel: () => void;
  readonly onConfirm: (owner: string) => void;
}

/** Nobody signs on the other side here: the operator’s word stands alone, and the window never says otherwise. */
export function ConfirmTakeOver({ view: { ref, standing, engineLabel, endpoint }, onCancel, onConfirm }: Props) {
  const [owner, setOwner] = useState('');
  const [tried, setTried] = useState(false);
  const confirm = (): void => {
    setTried(true);
    if (owner.trim() !== '') onConfirm(owner.trim());
  };
  const actions = <><Button onPress={onCancel}>Leave it theirs</Button><Button tone="danger" onPress={confirm}>Sign that it was given to this console</Button></>;
  return (
    <Dialog title={`Take over ${ref.name}`} role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <Facts>
        <Fact name="Kind">{ref.resource}</Fact>
        <Fact name="Id"><code>{ref.id}</code></Fact>
        <EngineFact label={engineLabel} endpoint={endpoint} />
        {standing.why.length > 0 && <Fact name="Depends on it">{standing.why.map((sign) => <span key={sign}>{sign}<br /></span>)}</Fact>}
        <Fact name="What it means">From then on it can be stopped and removed from here. No release of its owner is there: the receipt says that it is your word.</Fact>
      </Facts>
      <TextField autoFocus label="Who gave it" value={owner} onChange={setOwner} placeholder="the data team" help="Its owner outside, by name: it is signed with this." error={tried && owner.trim() === '' ? 'Name whoever gave it.' : undefined} />
    </Dialog>
  );
}
