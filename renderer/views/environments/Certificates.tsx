import type { Endpoint } from '../../../shared/ids.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { useEngines } from '../../stores/use-stores.ts';
import styles from './EngineDetail.module.css';

/** Where the certificates of an engine over TLS are. What they hold never comes here. */
export function Certificates({ endpoint, folder }: { readonly endpoint: Endpoint; readonly folder: string | null }) {
  const choose = useEngines((state) => state.chooseCertificates);
  const asking = useEngines((state) => state.asking.has('certificates'));
  const refusal = useEngines((state) => state.refusals.get('certificates'));
  const action = <Button size="small" tone={folder === null ? 'primary' : 'plain'} isPending={asking} onPress={() => { void choose(endpoint); }}>Choose their folder…</Button>;
  return (
    <Card title="Certificates" actions={action}>
      <p className={styles.none}>
        {folder === null ? 'None were chosen. The folder holds ca.pem, cert.pem and key.pem, as a Docker context has them.' : <>ca.pem, cert.pem and key.pem in <code>{folder}</code> are read at each connection and copied nowhere.</>}
      </p>
      <RefusalNote refusal={refusal} />
    </Card>
  );
}
