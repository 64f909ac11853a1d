import { useState, type ReactNode } from 'react';
import { installationIdSchema, type Endpoint } from '../../shared/ids.ts';
import type { Receiver } from '../../shared/release.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { EngineFact } from './EngineFact.tsx';
import { Fact, Facts } from './Facts.tsx';
import { TextField } from './TextField.tsx';

interface Props {
  readonly name: string;
  readonly things: ReactNode;
  readonly engineLabel: string;
  readonly endpoint: Endpoint;
  readonly onCancel: () => void;
  readonly onRelease: (to: Receiver) => void;
}

/** The last look before something is given away: what, to whom, and what this console cannot do any more then. */
export function ReleaseDialog({ name, things, engineLabel, endpoint, onCancel, onRelease }: Props) {
  const [receiver, setReceiver] = useState('');
  const [tried, setTried] = useState(false);
  const to = receiverIn(receiver);
  const release = (): void => {
    setTried(true);
    if (to !== undefined) onRelease(to);
  };
  const actions = <><Button autoFocus onPress={onCancel}>Keep it</Button><Button tone="danger" onPress={release}>Sign and choose where its file goes…</Button></>;
  return (
    <Dialog title={`Release ${name}`} role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <Facts>
        <Fact name="Given away">{things}</Fact>
        <EngineFact label={engineLabel} endpoint={endpoint} />
        <Fact name="Lost for good"><strong>This console’s hold on it: nothing of it is started, written into, stopped or removed from here any more, although our labels stay on it.</strong></Fact>
        <Fact name="Kept">All of it, as it is, on its engine; and its receipts here. It comes back by a release of whoever has it then.</Fact>
      </Facts>
      <TextField
        label="For the console" mono value={receiver} onChange={setReceiver} placeholder="its installation, 32 digits" help="Left empty: whoever holds the file may take it over, within 30 days, also after it came back here, and two consoles with it both can."
        error={tried && to === undefined ? 'An installation is 32 hexadecimal digits: the other console shows it under Settings.' : undefined}
      />
    </Dialog>
  );
}

function receiverIn(typed: string): Receiver | undefined {
  const text = typed.trim();
  if (text === '') return 'anyone';
  const parsed = installationIdSchema.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}
