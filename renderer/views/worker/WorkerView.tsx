import type { BindingId } from '../../../shared/ids.ts';
import type { WorkerView as View } from '../../../shared/bridge-values.ts';
import { Evidence } from '../../components/Evidence.tsx';
import { IdText } from '../../components/IdText.tsx';
import { Page } from '../../components/Page.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import type { WorkerTab } from '../../routing/route.ts';
import { navigate } from '../../routing/use-route.ts';
import { useWatched } from '../../stores/use-stores.ts';
import { useNewWorkerStores, useWorkerState, ViewContext, WorkerStoresContext } from '../../stores/use-worker-stores.ts';
import { engineTrouble } from '../../words/engine-trouble-text.ts';
import { ArtifactsTab } from './artifacts/ArtifactsTab.tsx';
import { CustodyTab } from './custody/CustodyTab.tsx';
import { ProjectionTab } from './projection/ProjectionTab.tsx';
import { ReceiptsTab } from './ReceiptsTab.tsx';
import { SummaryTab } from './summary/SummaryTab.tsx';
import { TaskBand } from './TaskBand.tsx';

const tabs: readonly { readonly id: WorkerTab; readonly label: string }[] = [
  { id: 'summary', label: 'Summary' },
  { id: 'projection', label: 'Projection' },
  { id: 'artifacts', label: 'Artifacts' },
  { id: 'custody', label: 'Custody' },
  { id: 'receipts', label: 'Receipts' },
];

export function WorkerView({ binding, tab }: { readonly binding: BindingId; readonly tab: WorkerTab }) {
  const stores = useNewWorkerStores(binding);
  useWatched(stores.worker);
  return (
    <WorkerStoresContext value={stores}>
      <Opened tab={tab} />
    </WorkerStoresContext>
  );
}

function Opened({ tab }: { readonly tab: WorkerTab }) {
  const worker = useWorkerState((state) => state.worker);
  switch (worker.phase) {
    case 'loading': return <Page><Waiting>Reading this worker from the ledger.</Waiting></Page>;
    case 'refused': return <Page><RefusalNote refusal={worker.refusal} /></Page>;
    case 'ready': return <ViewContext value={worker.value}><Tabbed view={worker.value} tab={tab} /></ViewContext>;
  }
}

function Tabbed({ view: { row, engine }, tab }: { readonly view: View; readonly tab: WorkerTab }) {
  const trouble = engineTrouble(engine.now, engine.label);
  const aside = (
    <>
      <Evidence {...row.state} />
      {trouble && <Evidence {...trouble} />}
      {row.containerId && <IdText value={row.containerId} what="container id" />}
    </>
  );
  return (
    <Tabs
      label="Worker" tabs={tabs} value={tab} aside={aside} lead={<TaskBand binding={row.binding} />}
      onChange={(next) => { navigate({ kind: 'worker', binding: row.binding, tab: next }); }}
    >
      <Panel tab={tab} />
    </Tabs>
  );
}

function Panel({ tab }: { readonly tab: WorkerTab }) {
  switch (tab) {
    case 'summary': return <SummaryTab />;
    case 'projection': return <ProjectionTab />;
    case 'artifacts': return <ArtifactsTab />;
    case 'custody': return <CustodyTab />;
    case 'receipts': return <ReceiptsTab />;
  }
}
