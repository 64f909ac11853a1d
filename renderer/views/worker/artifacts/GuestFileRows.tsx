import { useMemo } from 'react';
import type { GuestFile } from '../../../../shared/guest-files.ts';
import { instantOf } from '../../../../shared/ids.ts';
import { bytesText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { DataGrid, type Column } from '../../../components/DataGrid.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import type { ArtifactsStore } from '../../../stores/artifacts-store.ts';
import { changeEvident } from '../../../words/guest-file-text.ts';
import styles from './ArtifactsTab.module.css';

export function GuestFileRows({ files, state }: { readonly files: readonly GuestFile[]; readonly state: ArtifactsStore }) {
  const columns: readonly Column<GuestFile>[] = useMemo(() => [
    { key: 'path', header: 'Path', cell: ({ path }) => <span className={styles.mono} title={path}>{path}</span> },
    { key: 'change', header: 'Since delivery', cell: ({ change }) => change && <Evidence {...changeEvident(change)} /> },
    { key: 'bytes', header: 'Size', align: 'end', cell: ({ bytes, type }) => (type === 'file' ? bytesText(bytes) : type) },
    { key: 'modified', header: 'Modified', cell: ({ change, modifiedSeconds }) => change !== 'removed' && <InstantText at={instantOf(modifiedSeconds * 1000)} /> },
    { key: 'acts', header: 'Action', align: 'end', cell: ({ type, change, path }) => type === 'file' && change !== 'removed' && <Acts path={path} state={state} /> },
  ], [state]);
  return <DataGrid label="Guest files" bare className={styles.files} columns={columns} count={files.length} rowAt={(index) => files[index]} keyOf={({ path }) => path} />;
}

/** What was not declared leaves in the same way as what was. */
const Acts = ({ path, state }: { readonly path: string; readonly state: ArtifactsStore }) => (
  <span className={styles.acts}>
    <Button size="small" tone="quiet" aria-label={`Preview ${path}`} onPress={() => { void state.openPreview(path); }}>Preview</Button>
    <Button size="small" aria-label={`Export ${path}`} onPress={() => { void state.exportPath(path); }}>Export</Button>
  </span>
);
