import { useMemo, useState } from 'react';
import type { GuestFile } from '../../../../shared/guest-files.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Chips } from '../../../components/Chips.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { Waiting } from '../../../components/Waiting.tsx';
import type { ArtifactsStore } from '../../../stores/artifacts-store.ts';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import { containerText, isChanged, workspaceText } from '../../../words/guest-file-text.ts';
import { RefusalBelow } from '../RefusalBelow.tsx';
import styles from './ArtifactsTab.module.css';
import { GuestFileRows } from './GuestFileRows.tsx';
import { GuestPreviewDialog } from './GuestPreviewDialog.tsx';

type Part = 'all' | 'changed';

const noFiles: readonly GuestFile[] = [];

/** What is in the workspace now against what was delivered, to look at and to pick results that were not declared. */
export function GuestFilesCard({ state }: { readonly state: ArtifactsStore }) {
  const { guestFiles, browse } = state;
  const { binding } = useWorkerView();
  const [search, setSearch] = useState('');
  const [part, setPart] = useState<Part>('all');
  const listing = guestFiles?.phase === 'ready' ? guestFiles.value : undefined;
  const files = listing?.files ?? noFiles;
  const changed = useMemo(() => files.filter(isChanged), [files]);
  const shown = useMemo(() => matching(part === 'changed' ? changed : files, search), [part, changed, files, search]);
  const actions = (
    <>
      {listing && <Narrowing part={part} onPart={setPart} all={files.length} changed={changed.length} search={search} onSearch={setSearch} />}
      <Button size="small" onPress={() => { void browse(); }} isPending={guestFiles?.phase === 'loading'}>{guestFiles ? 'Look again' : 'Browse guest files'}</Button>
    </>
  );
  return (
    <Card title="Guest files" aside={listing && workspaceText(listing, binding)} actions={actions} foot={listing && containerText(listing.container)}>
      <div className={styles.guest}>
        {!guestFiles && <p className={styles.hint}>Lists what is below /workspace through the engine, without running anything in the guest, and compares it with what was delivered.</p>}
        {guestFiles?.phase === 'loading' && <div className={styles.hint}><Waiting>Reading the workspace.</Waiting></div>}
        {guestFiles?.phase === 'refused' && <RefusalBelow refusal={guestFiles.refusal} />}
        {listing?.complete === false && <p className={styles.hint}>Reading ended before the end of the workspace: it may hold more than is listed here. What is not in the list can be declared as a result by its path.</p>}
        {listing && shown.length === 0 && <p className={styles.hint}>{emptyText(files, part, search)}</p>}
        {shown.length > 0 && <GuestFileRows files={shown} state={state} />}
        {[...state.refusals].map(([place, refusal]) => place !== 'folder' && <RefusalBelow key={place} refusal={refusal} />)}
      </div>
      <GuestPreviewDialog state={state} />
    </Card>
  );
}

interface NarrowingProps {
  readonly part: Part;
  readonly onPart: (part: Part) => void;
  readonly all: number;
  readonly changed: number;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

const Narrowing = ({ part, onPart, all, changed, search, onSearch }: NarrowingProps) => (
  <>
    <Chips label="Which guest files" value={part} onChange={onPart} chips={[{ id: 'all', label: 'All', count: all }, { id: 'changed', label: 'Changed', count: changed }]} />
    <div className={styles.search}>
      <TextField label="Search guest files" labelHidden type="search" placeholder="Part of a path" value={search} onChange={onSearch} />
    </div>
  </>
);

function emptyText(files: readonly GuestFile[], part: Part, search: string): string {
  if (files.length === 0) return 'The workspace is empty.';
  return part === 'changed' && search.trim() === '' ? 'Nothing is known to differ from what was delivered.' : 'No path holds these words.';
}

const matching = (files: readonly GuestFile[], search: string): readonly GuestFile[] => {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? files : files.filter(({ path }) => path.toLowerCase().includes(wanted));
};
