import { useStore } from 'zustand';
import { describeLedgerTrouble, type LedgerTrouble } from '../../../shared/ledger-trouble.ts';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IdText } from '../../components/IdText.tsx';
import { Page } from '../../components/Page.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { useStores } from '../../stores/use-stores.ts';
import { VerifyReportNote } from '../ledger/VerifyReportNote.tsx';
import { BackupsCard } from './BackupsCard.tsx';
import { ReadableCard } from './ReadableCard.tsx';
import styles from './Trouble.module.css';
import { TroubleActions } from './TroubleActions.tsx';

/** In the place of every view while the ledger cannot be read: what is the matter, where, and what to do. */
export function LedgerShutView({ trouble }: { readonly trouble: LedgerTrouble }) {
  const stores = useStores();
  const refusals = useStore(stores.trouble, (state) => state.refusals);
  const ledger = useStore(stores.ledger);
  const { title, means, todo, ways } = describeLedgerTrouble(trouble);
  return (
    <Page>
      <Card title={title} aside={<Evidence mark="refused" says="no effect is started" />}>
        <Facts>
          <Fact name="What it means">{means}</Fact>
          <Fact name="Where"><IdText value={trouble.folder} what="data folder" /></Fact>
          <Fact name="In its own words">{trouble.says}</Fact>
          <Fact name="What to do">{todo}</Fact>
        </Facts>
        <div className={styles.acts}><TroubleActions ways={ways} /></div>
        <RefusalNote refusal={refusals.get('try_again') ?? refusals.get('other_folder')} />
      </Card>
      <VerifyReportNote state={ledger} />
      {ways.includes('restore') && <BackupsCard replaced={trouble.kind === 'unproven' ? 'unproven' : 'damaged'} />}
      {trouble.kind === 'damaged' && <ReadableCard />}
    </Page>
  );
}
