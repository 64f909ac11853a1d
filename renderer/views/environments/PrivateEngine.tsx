import { useState } from 'react';
import type { EngineRow } from '../../../shared/bridge-values.ts';
import { isUp, type EngineFacts } from '../../../shared/engine-readings.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { useEngines, useStores } from '../../stores/use-stores.ts';
import type { Ending } from '../../words/engine-end-text.ts';
import { EngineHolders } from './EngineHolders.tsx';
import { EngineRunFacts } from './EngineRunFacts.tsx';
import { StopEngine } from './StopEngine.tsx';
import styles from './PrivateEngine.module.css';

type Daemon = NonNullable<EngineRow['daemon']>;

interface Props {
  readonly daemon: Daemon;
  readonly label: string;
  readonly endpoint: Endpoint;
  /** While it answers. */
  readonly facts: EngineFacts | undefined;
}

const marks = { unsupported: 'none', stopped: 'seen', running: 'seen' } as const;

/** The console's own engine: unsupported, stopped or running; started from here, and stopped once nothing of ours is on it. */
export function PrivateEngine({ daemon, label, endpoint, facts }: Props) {
  const [ending, setEnding] = useState<Ending | null>(null);
  const { bridge } = useStores();
  const { asking, refusals, startPrivate, stopPrivate } = useEngines((state) => state);
  const look = async (): Promise<void> => {
    const listed = await bridge.listEnvironments({ endpoint });
    setEnding(listed.ok ? listed.value.environments.filter(({ state }) => isUp(state)).map(({ name }) => name) : 'not_known');
  };
  const stop = (): void => {
    setEnding(null);
    void stopPrivate();
  };
  // Beside a start that is unconfirmed it may be asked: one that hangs is what may need it.
  const isStopAsked = daemon.run.stop !== undefined && !daemon.run.stop.settlement;
  const actions = daemon.state === 'stopped' ? (
    <Button size="small" tone="primary" isDisabled={daemon.unconfirmed} isPending={asking.has('startPrivate')} onPress={() => { void startPrivate(); }}>Start private engine</Button>
  ) : daemon.state === 'running' && daemon.holders.length === 0 ? (
    <Button size="small" tone="danger" isDisabled={isStopAsked} isPending={asking.has('stopPrivate')} onPress={() => { void look(); }}>Stop private engine</Button>
  ) : undefined;
  return (
    <Card title="Private engine" aside={<Evidence mark={daemon.unconfirmed ? 'unconfirmed' : marks[daemon.state]} says={daemon.unconfirmed ? 'unconfirmed' : daemon.state} />} actions={actions}>
      <div className={styles.body}>
        <p>{daemon.state === 'unsupported' ? `This console can start no engine of its own here: ${daemon.says}. An engine that you may use is found by itself, or added by its socket.` : daemon.says}</p>
        <EngineRunFacts daemon={daemon} />
        {daemon.state === 'running' && daemon.holders.length > 0 && <EngineHolders endpoint={endpoint} holders={daemon.holders} />}
      </div>
      <RefusalNote refusal={refusals.get('startPrivate') ?? refusals.get('stopPrivate')} />
      {ending && <StopEngine label={label} endpoint={endpoint} engine={facts?.engine} ending={ending} onCancel={() => { setEnding(null); }} onConfirm={stop} />}
    </Card>
  );
}
