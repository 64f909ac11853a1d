import type { VerifyReport } from '../../../shared/bridge-values.ts';
import { durationText, numberText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { IdText } from '../../components/IdText.tsx';
import { Note } from '../../components/Note.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import type { LedgerStore } from '../../stores/ledger-store.ts';
import styles from './LedgerView.module.css';

const headlines: Readonly<Record<VerifyReport['verdict'], string>> = {
  verified: 'The ledger is whole, and sealed with this console’s own key.',
  consistent_signer_not_known: 'The ledger is consistent. Whose key sealed it was not compared: this console’s own is locked.',
  consistent_not_signed: 'The ledger is consistent, and not sealed yet.',
  broken: 'The ledger is broken.',
};

/** What a verification found, and what it does not prove. */
export function VerifyReportNote({ state: { report, refusals, putAway } }: { readonly state: LedgerStore }) {
  const refusal = refusals.get('verify');
  if (refusal) return <div className={styles.report}><RefusalNote refusal={refusal} /></div>;
  if (!report) return null;
  const { verdict, finding, trust, receipts, milliseconds, root, seal, notes } = report;
  return (
    <div className={styles.report}>
      <Note mark={verdict === 'broken' ? 'refused' : 'seen'} role="status" actions={<Button size="small" onPress={() => { putAway('verify'); }}>Put away</Button>}>
        <strong>{headlines[verdict]}</strong>{' '}
        {finding && <>{finding.says} {finding.seq !== undefined && <>Look at <ReceiptLink seq={finding.seq} />. </>}{trust} </>}
        {numberText(receipts)} receipts read in {durationText(milliseconds)}, root <IdText value={root} what="root hash" />
        {seal && <>, sealed at {numberText(seal.size)} by <IdText value={seal.signer} what="fingerprint" /></>}
        {'. '}{notes.join(' ')}
      </Note>
    </div>
  );
}
