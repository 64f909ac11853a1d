import { useState } from 'react';
import type { EngineRow } from '../../../shared/bridge-values.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { useEngines } from '../../stores/use-stores.ts';
import styles from './EngineDetail.module.css';

type Daemon = NonNullable<EngineRow['daemon']>;

interface Props {
  readonly daemon: Daemon;
  readonly label: string;
  readonly endpoint: Endpoint;
}

const marks = { unsupported: 'none', stopped: 'seen', running: 'seen' } as const;

/** The console's own engine: unsupported, stopped or running, and started and stopped from here. */
export function PrivateEngine({ daemon, label, endpoint }: Props) {
  const [stopping, setStopping] = useState(false);
  const { asking, refusals, startPrivate, stopPrivate } = useEngines((state) => state);
  const actions = daemon.state === 'stopped' ? (
    <Button size="small" tone="primary" isDisabled={daemon.unconfirmed} isPending={asking.has('startPrivate')} onPress={() => { void startPrivate(); }}>Start private engine</Button>
  ) : daemon.state === 'running' ? (
    <Button size="small" tone="danger" isDisabled={daemon.unconfirmed} isPending={asking.has('stopPrivate')} onPress={() => { setStopping(true); }}>Stop private engine</Button>
  ) : undefined;
  const stop = (): void => {
    setStopping(false);
    void stopPrivate();
  };
  return (
    <Card title="Private engine" aside={<Evidence mark={daemon.unconfirmed ? 'unconfirmed' : marks[daemon.state]} says={daemon.unconfirmed ? 'unconfirmed' : daemon.state} />} actions={actions}>
      <p className={styles.none}>{daemon.says}</p>
      <RefusalNote refusal={refusals.get('startPrivate') ?? refusals.get('stopPrivate')} />
      <StopDialog isOpen={stopping} label={label} endpoint={endpoint} onCancel={() => { setStopping(false); }} onConfirm={stop} />
    </Card>
  );
}

interface StopProps {
  readonly isOpen: boolean;
  readonly label: string;
  readonly endpoint: Endpoint;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

function StopDialog({ isOpen, label, endpoint, onCancel, onConfirm }: StopProps) {
  const actions = <><Button autoFocus onPress={onCancel}>Leave it running</Button><Button tone="danger" onPress={onConfirm}>Stop private engine</Button></>;
  return (
    <Dialog title="Stop private engine" role="alertdialog" isOpen={isOpen} onClose={onCancel} actions={actions}>
      <Facts>
        <Fact name="Kind">engine</Fact>
        <Fact name="Name">{label}</Fact>
        <Fact name="Socket"><code>{endpoint}</code></Fact>
        <Fact name="Lost for good"><strong>Nothing that was written: running processes on it end.</strong></Fact>
        <Fact name="Kept">Its images, volumes and containers, for its next start. It is not stopped while a worker is on it.</Fact>
      </Facts>
    </Dialog>
  );
}
