import { PackageCheck } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { useWorkerStores } from '../../stores/use-worker-stores.ts';
import { BundleNote } from '../ledger/BundleNote.tsx';
import { ReceiptsPanel } from '../ledger/ReceiptsPanel.tsx';

/** Every receipt about this worker, and the one document that follows from them. */
export function ReceiptsTab() {
  const { binding, receipts, ledger } = useWorkerStores();
  const state = useStore(ledger);
  const { asking, exportBundle } = state;
  return (
    <Page fixed>
      <BundleNote state={state} />
      <ReceiptsPanel
        store={receipts} label="Receipts of this worker" fixed={{ binding }}
        end={<Button icon={PackageCheck} onPress={() => { void exportBundle({ binding }); }} isPending={asking.has('bundle')}>Export binding document</Button>}
      />
    </Page>
  );
}
