import { ShieldCheck } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { navigate } from '../../routing/use-route.ts';
import { useStores } from '../../stores/use-stores.ts';
import { BundleNote } from './BundleNote.tsx';
import { ExportBundle } from './ExportBundle.tsx';
import { OpenByNumber } from './OpenByNumber.tsx';
import { ReceiptsPanel } from './ReceiptsPanel.tsx';
import { VerifyReportNote } from './VerifyReportNote.tsx';

export function LedgerView({ seq }: { readonly seq: number | undefined }) {
  const { receipts, ledger } = useStores();
  const state = useStore(ledger);
  const filter = useStore(receipts, (list) => list.filter);
  const open = (next: number | null): void => { navigate(next === null ? { kind: 'ledger' } : { kind: 'ledger', seq: next }); };
  return (
    <Page fixed>
      <VerifyReportNote state={state} />
      <BundleNote state={state} />
      <ReceiptsPanel
        store={receipts} label="Receipts" seq={seq} onOpen={open}
        end={<><OpenByNumber onOpen={open} /><ExportBundle filter={filter} /><Button icon={ShieldCheck} onPress={() => { void state.verify(); }} isPending={state.asking.has('verify')}>Verify ledger</Button></>}
      />
    </Page>
  );
}
