import { FilePlus2, FolderPlus } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Projection } from '../../../../shared/binding.ts';
import type { EarlierSelection } from '../../../../shared/bridge-values.ts';
import { countText, numberText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Bar, Page } from '../../../components/Page.tsx';
import { PickField } from '../../../components/PickField.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import type { Option } from '../../../components/SelectField.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import { useStores, useWatched } from '../../../stores/use-stores.ts';
import { useWorkerStores, useWorkerView } from '../../../stores/use-worker-stores.ts';
import { timeText } from '../../../words/instant-text.ts';
import { classWords } from '../../../words/projection-text.ts';
import { ChosenCard } from './ChosenCard.tsx';
import { ManifestPanel } from './ManifestPanel.tsx';
import { ManifestSelect } from './ManifestSelect.tsx';
import styles from './ProjectionTab.module.css';

export function ProjectionTab() {
  const { projection: store } = useWorkerStores();
  const { binding } = useWorkerView();
  useWatched(store);
  const state = useStore(store);
  const newest = binding.projections.at(-1)?.manifest;
  const { manifest, show } = state;
  // Until one is picked, the newest manifest is the one to look at.
  useEffect(() => { if (manifest === null && newest) show(newest); }, [manifest, newest, show]);
  const shown = binding.projections.findLast((projection) => projection.manifest === manifest);
  return (
    <Page fixed>
      <Bar end={<ManifestSelect projections={binding.projections} value={manifest} onChange={show} />}><Choose state={state} /></Bar>
      <RefusalNote refusal={state.refusals.get('choose')} />
      {state.selection && <ChosenCard state={state} selection={state.selection} />}
      <Shown projection={shown} state={state} hasAny={binding.projections.length > 0} />
    </Page>
  );
}

function Choose({ state: { choose, chooseAgain, asking } }: { readonly state: ProjectionStore }) {
  const pending = asking.has('choose');
  return (
    <>
      <Button icon={FilePlus2} isDisabled={pending} onPress={() => { void choose('files'); }}>Choose files</Button>
      <Button icon={FolderPlus} isDisabled={pending} onPress={() => { void choose('folder'); }}>Choose folder</Button>
      <ChooseAgain isDisabled={pending} onChoose={chooseAgain} />
    </>
  );
}

/** The second worker of a day is mostly given the same as the first one. */
function ChooseAgain({ isDisabled, onChoose }: { readonly isDisabled: boolean; readonly onChoose: ProjectionStore['chooseAgain'] }) {
  const { selections } = useStores();
  useWatched(selections);
  const { earlier } = useStore(selections);
  if (earlier.length === 0) return null;
  const choose = (id: string): void => {
    const selection = earlier.find((each) => each.selection === id);
    if (selection) onChoose(selection);
  };
  return (
    <div className={styles.earlier}>
      <PickField label="Choose again" labelHidden options={earlier.map(toOption)} value={null} placeholder="Choose again" isDisabled={isDisabled} onChange={choose} />
    </div>
  );
}

/** Two folders may have one name: when it was staged and how much it was tells them apart. */
const toOption = ({ selection, kind, names, class: fileClass, seat, files, at }: EarlierSelection): Option<string> => ({
  id: selection,
  label: `${names[0] ?? ''}${names.length > 1 ? ` and ${numberText(names.length - 1)} more` : ''}`,
  detail: `${kind === 'folder' ? `folder of ${countText(files, 'file')}, ` : ''}${classWords[fileClass]} for ${seat} at ${timeText(at)}`,
});

function Shown({ projection, state, hasAny }: { readonly projection: Projection | undefined; readonly state: ProjectionStore; readonly hasAny: boolean }) {
  if (projection) return <ManifestPanel projection={projection} state={state} />;
  if (hasAny || state.selection) return null;
  return (
    <EmptyState title="Nothing was given to this worker yet">
      Choose files or a folder of this machine. They are read, hashed and staged here first; they reach the worker when you deliver them, and are read back from it afterwards.
    </EmptyState>
  );
}
