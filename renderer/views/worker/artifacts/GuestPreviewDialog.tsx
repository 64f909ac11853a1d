import type { GuestPreview } from '../../../../shared/guest-files.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { Waiting } from '../../../components/Waiting.tsx';
import type { ArtifactsStore } from '../../../stores/artifacts-store.ts';
import styles from './ArtifactsTab.module.css';

/** What a guest's file shows, without taking it out. */
export function GuestPreviewDialog({ state: { preview, closePreview, exportPath } }: { readonly state: ArtifactsStore }) {
  if (!preview) return null;
  const { path, shown } = preview;
  const take = (): void => {
    closePreview();
    void exportPath(path);
  };
  const actions = (
    <>
      <Button onPress={closePreview} autoFocus>Close</Button>
      <Button tone="primary" onPress={take}>Export this file</Button>
    </>
  );
  return (
    <Dialog title="Preview" size="wide" isOpen onClose={closePreview} actions={actions}>
      <div className={styles.preview}>
        <code>{path}</code>
        {shown.phase === 'loading' && <Waiting>Reading the file.</Waiting>}
        {shown.phase === 'refused' && <RefusalNote refusal={shown.refusal} />}
        {shown.phase === 'ready' && <Shown preview={shown.value} path={path} />}
      </div>
    </Dialog>
  );
}

function Shown({ preview, path }: { readonly preview: GuestPreview; readonly path: string }) {
  switch (preview.kind) {
    case 'none': return <p>Not shown: {preview.says}.</p>;
    case 'image': return <img src={preview.url} alt={`What ${path} shows`} />;
    case 'text': return (
      <>
        <pre role="region" aria-label={`Text of ${path}`} tabIndex={0}>{preview.text}</pre>
        {!preview.complete && <p>The file goes on; its first 64 KiB are shown.</p>}
      </>
    );
  }
}
