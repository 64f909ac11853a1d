import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import { countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';

/** Containers that run on it now, none of them this console's, or that nobody could tell. */
export type Ending = readonly string[] | 'not_known';

interface Props {
  readonly label: string;
  readonly endpoint: Endpoint;
  readonly engine: EngineId | undefined;
  readonly ending: Ending;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

const mostNamed = 5;

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

function lostText(ending: Ending): string {
  if (ending === 'not_known') return 'Not known: its containers could not be read. What runs on it loses what it has in memory.';
  if (ending.length === 0) return 'Nothing: no container runs on it.';
  const named = ending.slice(0, mostNamed).join(', ');
  const more = ending.length - mostNamed;
  return `What ${countText(ending.length, 'running container')} ${ending.length === 1 ? 'has' : 'have'} in memory: ${named}${more > 0 ? ` and ${countText(more, 'more', 'more')}` : ''}.`;
}
