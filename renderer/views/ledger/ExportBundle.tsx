import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { isFiltered, type BundleChoice, type ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { useStores } from '../../stores/use-stores.ts';
import styles from './ExportBundle.module.css';

type Kind = 'listed' | 'segment';

const kinds: readonly { readonly id: Kind; readonly label: string }[] = [
  { id: 'listed', label: 'The listed receipts' },
  { id: 'segment', label: 'An archive' },
];

/** Writes receipts with their proofs into a folder that the person chooses. */
export function ExportBundle({ filter }: { readonly filter: ReceiptFilter }) {
  const { ledger } = useStores();
  const { asking, exportBundle } = useStore(ledger);
  const [isOpen, setOpen] = useState(false);
  const write = (choice: BundleChoice): void => {
    setOpen(false);
    void exportBundle(choice);
  };
  return (
    <>
      <Button icon={PackageCheck} onPress={() => { setOpen(true); }} isPending={asking.has('bundle')}>Export with proofs</Button>
      {isOpen && <Choose filter={filter} onCancel={() => { setOpen(false); }} onWrite={write} />}
    </>
  );
}

interface Props {
  readonly filter: ReceiptFilter;
  readonly onCancel: () => void;
  readonly onWrite: (choice: BundleChoice) => void;
}

function Choose({ filter, onCancel, onWrite }: Props) {
  const [kind, setKind] = useState<Kind>('listed');
  const [from, setFrom] = useState(1);
  const choice: BundleChoice = kind === 'listed' ? { filter } : { segmentFrom: from };
  const actions = (
    <>
      <Button onPress={onCancel}>Cancel</Button>
      <Button tone="primary" onPress={() => { onWrite(choice); }}>Choose a folder</Button>
    </>
  );
  return (
    <Dialog title="Export with proofs" isOpen onClose={onCancel} actions={actions}>
      <div className={styles.choose}>
        <Chips label="What to export" value={kind} onChange={setKind} chips={kinds} />
        {kind === 'listed' ? <p>{isFiltered(filter) ? 'Every receipt that fits the filter' : 'Every receipt'}, each with the proof of its place. At most 50,000.</p> : (
          <>
            <p>All receipts from one on, up to the newest checkpoint, and the tree before them. Nothing leaves this ledger: the archive is a copy.</p>
            <NumberField label="From receipt" value={from} onChange={setFrom} step={1} minValue={1} />
          </>
        )}
        <p>What is not sealed yet is sealed first. Whoever gets the file verifies it with “bailiwick verify”, without this console.</p>
      </div>
    </Dialog>
  );
}
