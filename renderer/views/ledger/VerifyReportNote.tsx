import { durationText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { IdText } from '../../components/IdText.tsx';
import { Note } from '../../components/Note.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import type { LedgerStore } from '../../stores/ledger-store.ts';
import { numberText } from '../../words/number-text.ts';
import styles from './LedgerView.module.css';

/** What a verification found, and what it does not prove. */
export function VerifyReportNote({ state: { report, refusals, putAway } }: { readonly state: LedgerStore }) {
  const refusal = refusals.get('verify');
  if (refusal) return <div className={styles.report}><RefusalNote refusal={refusal} /></div>;
  if (!report) return null;
  const holds = report.verdict === 'consistent_unsigned';
  return (
    <div className={styles.report}>
      <Note mark={holds ? 'seen' : 'refused'} role="status" actions={<Button size="small" onPress={putAway}>Put away</Button>}>
        <strong>{holds ? 'The ledger is consistent.' : 'The ledger is broken.'}</strong> {report.says}
        {report.broken && <> First at <ReceiptLink seq={report.broken.seq} />: {report.broken.rule}.</>}
        {' '}{numberText(report.receipts)} receipts read in {durationText(report.milliseconds)}, root <IdText value={report.root} what="root hash" />
      </Note>
    </div>
  );
}
