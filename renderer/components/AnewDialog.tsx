import { receiverText, type AwayThing, type Released } from '../../shared/external.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Fact, Facts } from './Facts.tsx';
import { IdText } from './IdText.tsx';

interface Props {
  readonly released: Released;
  /** What its release gave away, and is not back. */
  readonly away: readonly AwayThing[];
  readonly onCancel: () => void;
  readonly onSign: () => void;
}

/** A release that is over, or that names what is gone, is signed once more: it takes nothing back. */
export function AnewDialog({ released, away, onCancel, onSign }: Props) {
  const actions = <><Button autoFocus onPress={onCancel}>Leave it as it is</Button><Button tone="danger" onPress={onSign}>Sign and choose where its file goes…</Button></>;
  return (
    <Dialog title="Sign this release anew" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <Facts>
        <Fact name="Given away">{away.map(({ resource, name }) => <div key={`${resource} ${name}`}>{resource} <IdText value={name} what={`${resource} name`} /></div>)}</Fact>
        <Fact name="Signed again">Only those of them that are on its engine then exactly as they were recorded. That is looked at when you sign; where they were not all, it is said here afterwards which.</Fact>
        <Fact name="For">{receiverText(released.to)}, as before. It may be taken over within 30 days from now.{released.to === 'anyone' && ' Another console that holds a file of it may have taken it over as well: two consoles with it both can.'}</Fact>
        <Fact name="Not known"><strong>Whether it was taken up already: nobody here can tell.</strong></Fact>
        <Fact name="Kept">All of it stays given away: nothing comes back by this. A file that was written before stays good until its own time is over.</Fact>
      </Facts>
    </Dialog>
  );
}
