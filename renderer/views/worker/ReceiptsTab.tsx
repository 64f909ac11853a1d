import { Page } from '../../components/Page.tsx';
import { useWorkerStores } from '../../stores/use-worker-stores.ts';
import { ReceiptsPanel } from '../ledger/ReceiptsPanel.tsx';

/** Every receipt about this worker. */
export function ReceiptsTab() {
  const { binding, receipts } = useWorkerStores();
  return <Page fixed><ReceiptsPanel store={receipts} label="Receipts of this worker" fixed={{ binding }} /></Page>;
}
