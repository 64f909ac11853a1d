import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { lostText, type Ending } from '../../words/engine-end-text.ts';

interface Props {
  readonly label: string;
  readonly endpoint: Endpoint;
  readonly engine: EngineId | undefined;
  readonly ending: Ending;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** The last look before an engine is stopped: which, what ends with it, and what stays for its next start. */
export function StopEngine({ label, endpoint, engine, ending, onCancel, onConfirm }: Props) {
  const actions = <><Button autoFocus onPress={onCancel}>Leave it running</Button><Button tone="danger" onPress={onConfirm}>Stop private engine</Button></>;
  return (
    <Dialog title="Stop private engine" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <Facts>
        <Fact name="Kind">engine</Fact>
        <Fact name="Name">{label}</Fact>
        <Fact name="Id">{engine ? <code>{engine}</code> : 'not told: it does not answer'}</Fact>
        <Fact name="Socket"><code>{endpoint}</code></Fact>
        <Fact name="Lost for good"><strong>{lostText(ending)}</strong></Fact>
        <Fact name="Kept">Its images, volumes, networks and containers, in the data folder, for its next start. This console knows of nothing of its own on it.</Fact>
      </Facts>
    </Dialog>
  );
}
