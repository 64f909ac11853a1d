import { useMemo, useState } from 'react';
import type { GuestFile, GuestListing } from '../../../../shared/bridge-values.ts';
import { instantOf } from '../../../../shared/ids.ts';
import { bytesText, countText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { DataGrid, type Column } from '../../../components/DataGrid.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { Waiting } from '../../../components/Waiting.tsx';
import type { ArtifactsStore } from '../../../stores/artifacts-store.ts';
import { RefusalBelow } from '../RefusalBelow.tsx';
import styles from './ArtifactsTab.module.css';

/** What is in the workspace now, to pick a result that was not declared. */
export function GuestFilesCard({ state }: { readonly state: ArtifactsStore }) {
  const { guestFiles, browse } = state;
  const [search, setSearch] = useState('');
  const listing = guestFiles?.phase === 'ready' ? guestFiles.value : undefined;
  const files = listing?.files;
  const shown = useMemo(() => matching(files ?? [], search), [files, search]);
  const actions = (
    <>
      {files && (
        <div className={styles.search}>
          <TextField label="Search guest files" labelHidden type="search" placeholder="Part of a path" value={search} onChange={setSearch} />
        </div>
      )}
      <Button size="small" onPress={() => { void browse(); }} isPending={guestFiles?.phase === 'loading'}>{guestFiles ? 'Look again' : 'Browse guest files'}</Button>
    </>
  );
  return (
    <Card title="Guest files" aside={listing && countOf(listing)} actions={actions}>
      <div className={styles.guest}>
        {!guestFiles && <p className={styles.hint}>Lists what is below /workspace through the engine, without running anything in the guest.</p>}
        {guestFiles?.phase === 'loading' && <div className={styles.hint}><Waiting>Reading the workspace.</Waiting></div>}
        {guestFiles?.phase === 'refused' && <RefusalBelow refusal={guestFiles.refusal} />}
        {listing?.complete === false && <p className={styles.hint}>The workspace holds more than is listed here. What is not in the list can be declared as a result by its path.</p>}
        {files && shown.length === 0 && <p className={styles.hint}>{files.length === 0 ? 'The workspace is empty.' : 'No path holds these words.'}</p>}
        {files && shown.length > 0 && <Files files={shown} state={state} />}
      </div>
    </Card>
  );
}

/** A listing that was cut short says so wherever it says how long it is. */
const countOf = ({ files, complete }: GuestListing): string => (complete ? countText(files.length, 'entry', 'entries') : `the first ${countText(files.length, 'entry', 'entries')}`);

const matching = (files: readonly GuestFile[], search: string): readonly GuestFile[] => {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? files : files.filter(({ path }) => path.toLowerCase().includes(wanted));
};

function Files({ files, state }: { readonly files: readonly GuestFile[]; readonly state: ArtifactsStore }) {
  const columns: readonly Column<GuestFile>[] = useMemo(() => [
    { key: 'path', header: 'Path', cell: ({ path }) => <span className={styles.mono} title={path}>{path}</span> },
    { key: 'type', header: 'Type', cell: ({ type }) => type },
    { key: 'bytes', header: 'Size', align: 'end', cell: ({ bytes, type }) => (type === 'file' ? bytesText(bytes) : '') },
    { key: 'modified', header: 'Modified', cell: ({ modifiedSeconds }) => <InstantText at={instantOf(modifiedSeconds * 1000)} /> },
    { key: 'export', header: '', align: 'end', cell: ({ type, path }) => type === 'file' && <Export path={path} state={state} /> },
  ], [state]);
  return (
    <>
      <DataGrid label="Guest files" bare className={styles.files} columns={columns} count={files.length} rowAt={(index) => files[index]} keyOf={({ path }) => path} />
      {[...state.refusals].map(([place, refusal]) => place !== 'folder' && <RefusalBelow key={place} refusal={refusal} />)}
    </>
  );
}

const Export = ({ path, state }: { readonly path: string; readonly state: ArtifactsStore }) => (
  <Button size="small" aria-label={`Export ${path}`} onPress={() => { void state.exportPath(path); }}>Export</Button>
);
