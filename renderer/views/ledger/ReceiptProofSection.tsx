import { Copy } from 'lucide-react';
import type { ReceiptProof } from '../../../shared/receipt-proof.ts';
import { countText, numberText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { IdText } from '../../components/IdText.tsx';
import { useCopy } from '../../stores/use-stores.ts';
import styles from './ReceiptInspector.module.css';

/** What shows an outsider that this receipt is where it is. */
export function ReceiptProofSection({ proof }: { readonly proof: ReceiptProof }) {
  return (
    <section aria-label="Proof">
      <h3>Proof of its place</h3>
      <ProofBody proof={proof} />
    </section>
  );
}

function ProofBody({ proof }: { readonly proof: ReceiptProof }) {
  switch (proof.state) {
    case 'not_covered': return <p className={styles.says}><Evidence mark="asked" says="No signature covers it yet." wraps /></p>;
    case 'broken': return <p className={styles.says}><Evidence mark="refused" says={`${proof.says} Verify the ledger to see what is still trustworthy.`} wraps /></p>;
    case 'covered': return <Covered proof={proof} />;
  }
}

function Covered({ proof: { size, root, path, text } }: { readonly proof: Extract<ReceiptProof, { state: 'covered' }> }) {
  const copy = useCopy();
  return (
    <>
      <p className={styles.says}><Evidence mark="seen" says={`Covered by the checkpoint over ${numberText(size)} receipts: ${countText(path.length, 'hash', 'hashes')} lead from its leaf to that root.`} wraps /></p>
      <p className={styles.says}>Root <IdText value={root} what="root hash" /></p>
      <pre className={styles.bytes} tabIndex={0} aria-label="Proof text">{text}</pre>
      <div className={styles.actions}><Button size="small" icon={Copy} onPress={() => { copy(text, 'the proof'); }}>Copy proof</Button></div>
    </>
  );
}
