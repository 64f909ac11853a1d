import type { ExternalView } from '../../../shared/external-view.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';

interface Props {
  readonly view: Pick<ExternalView, 'ref' | 'standing'>;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What speaks against attaching it stands here before it is. */
export function ConfirmAttach({ view: { ref, standing }, onCancel, onConfirm }: Props) {
  const actions = <><Button autoFocus onPress={onCancel}>Do not attach it</Button><Button tone="primary" onPress={onConfirm}>Attach this {ref.resource}</Button></>;
  return (
    <Dialog title={`Attach ${ref.name}`} role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <Facts>
        <Fact name="Kind">{ref.resource}</Fact>
        <Fact name="Id"><code>{ref.id}</code></Fact>
        <Fact name="Not offered because">{standing.why.map((sign) => <span key={sign}>{sign}<br /></span>)}</Fact>
        <Fact name="What it means">Its state and its log are shown here. It is recorded as not ours: nothing of this console stops it, removes it or writes into it.</Fact>
      </Facts>
    </Dialog>
  );
}
