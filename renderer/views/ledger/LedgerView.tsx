import { ShieldCheck } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { navigate } from '../../routing/use-route.ts';
import { useStores } from '../../stores/use-stores.ts';
import { ReceiptsPanel } from './ReceiptsPanel.tsx';
import { VerifyReportNote } from './VerifyReportNote.tsx';

export function LedgerView({ seq }: { readonly seq: number | undefined }) {
  const { receipts, ledger } = useStores();
  const state = useStore(ledger);
  return (
    <Page fixed>
      <VerifyReportNote state={state} />
      <ReceiptsPanel
        store={receipts} label="Receipts" seq={seq} onOpen={(next) => { navigate(next === null ? { kind: 'ledger' } : { kind: 'ledger', seq: next }); }}
        end={<Button icon={ShieldCheck} onPress={() => { void state.verify(); }} isPending={state.asking.has('verify')}>Verify ledger</Button>}
      />
    </Page>
  );
}
