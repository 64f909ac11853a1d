import { receiverText, type Released } from '../../shared/external.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Fact, Facts } from './Facts.tsx';

interface Props {
  readonly released: Released;
  readonly onCancel: () => void;
  readonly onSign: () => void;
}

/** A release that is over, or that names what is gone, is signed once more: it takes nothing back. */
export function AnewDialog({ released, onCancel, onSign }: Props) {
  const actions = <><Button autoFocus onPress={onCancel}>Leave it as it is</Button><Button tone="danger" onPress={onSign}>Sign and choose where its file goes…</Button></>;
  return (
    <Dialog title="Sign this release anew" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <Facts>
        <Fact name="Released again">What it gave away that did not come back here, and is on its engine now exactly as it was recorded. That is looked at when you sign.</Fact>
        <Fact name="For">{receiverText(released.to)}, as before. It may be taken over within 30 days from now.</Fact>
        <Fact name="Kept">All of it stays given away: nothing comes back by this. A file that was written before stays good until its own time is over.</Fact>
      </Facts>
    </Dialog>
  );
}
