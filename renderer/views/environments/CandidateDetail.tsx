import type { EngineRow } from '../../../shared/bridge-values.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Tag } from '../../components/Tag.tsx';
import { useEngines } from '../../stores/use-stores.ts';
import styles from './EngineDetail.module.css';
import { kindWord } from './EngineList.tsx';

/** An engine on another machine that was only read of: nothing of it is dialled before the operator says so. */
export function CandidateDetail({ row }: { readonly row: EngineRow }) {
  const add = useEngines((state) => state.addEndpoint);
  const asking = useEngines((state) => state.asking.has('add'));
  const refusal = useEngines((state) => state.refusals.get('add'));
  const connect = <Button size="small" tone="primary" isPending={asking} onPress={() => { void add(row.endpoint); }}>Connect to this engine</Button>;
  return (
    <>
      <div className={styles.head}><h2 title={row.label}>{row.label}</h2><Tag>{kindWord(row.endpoint)}</Tag><Evidence {...row.state} /></div>
      <Card title="Not connected" actions={connect}>
        <div className={styles.candidate}>
          <Facts>
            <Fact name="Endpoint"><code>{row.endpoint}</code></Fact>
            <Fact name="Found in">{row.where}</Fact>
            {row.certificates && <Fact name="Certificates"><code>{row.certificates}</code></Fact>}
          </Facts>
          <p>It is on another machine, and nothing of it was dialled. Whoever may use an engine can do on its machine what root can.</p>
          <RefusalNote refusal={refusal} />
        </div>
      </Card>
    </>
  );
}
