import { bytesText, countText, numberText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import type { LedgerStore } from '../../stores/ledger-store.ts';
import styles from './LedgerView.module.css';

/** Where the bundle is, and how whoever gets it can verify it. */
export function BundleNote({ state: { bundle, refusals, putAway } }: { readonly state: LedgerStore }) {
  const refusal = refusals.get('bundle');
  if (refusal) return <div className={styles.report}><RefusalNote refusal={refusal} /></div>;
  if (!bundle) return null;
  return (
    <div className={styles.report}>
      <Note mark="seen" role="status" actions={<Button size="small" onPress={() => { putAway('bundle'); }}>Put away</Button>}>
        <strong>{countText(bundle.receipts, 'receipt')} with proofs, {bytesText(bundle.bytes)}.</strong> Under the checkpoint at {numberText(bundle.size)}, in {bundle.file}.
        {' '}Whoever gets it verifies it with “bailiwick verify”; tell them the fingerprint of this ledger’s key by another road than the file.
      </Note>
    </div>
  );
}
