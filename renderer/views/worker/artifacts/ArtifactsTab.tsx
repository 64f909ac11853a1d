import { FolderOpen } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../../components/Button.tsx';
import { Bar, Page } from '../../../components/Page.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { useWorkerStores, useWorkerView } from '../../../stores/use-worker-stores.ts';
import { ArtifactsCard } from './ArtifactsCard.tsx';
import { GuestFilesCard } from './GuestFilesCard.tsx';

export function ArtifactsTab() {
  const { artifacts, worker } = useWorkerStores();
  const state = useStore(artifacts);
  const { exportFolder } = useWorkerView();
  const choose = async (): Promise<void> => {
    await state.chooseFolder();
    await worker.getState().load();
  };
  return (
    <Page>
      <Bar end={<Button icon={FolderOpen} isPending={state.asking.has('folder')} onPress={() => { void choose(); }}>Choose export folder</Button>}>
        <span>Exports go to <code>{exportFolder}</code>. A file that is there already is never overwritten.</span>
      </Bar>
      <RefusalNote refusal={state.refusals.get('folder')} />
      <ArtifactsCard state={state} />
      <GuestFilesCard state={state} />
    </Page>
  );
}
