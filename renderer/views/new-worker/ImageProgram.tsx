import { Button } from '../../components/Button.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';
import { useDraft } from '../../stores/use-stores.ts';
import type { WorkerDraft } from '../../stores/worker-draft.ts';
import styles from './NewWorkerView.module.css';

/** Offers what the chosen image itself would run, while nothing else was filled in. */
export function ImageProgram({ draft: { image, argv }, state }: { readonly draft: WorkerDraft; readonly state: EngineStore }) {
  const edit = useDraft((store) => store.edit);
  if (!image || argv.some((argument) => argument !== '')) return null;
  const fill = async (): Promise<void> => {
    const command = await state.readCommand(image.id);
    if (command && command.length > 0) edit({ argv: command });
  };
  return (
    <div className={styles.sample}>
      <Button size="small" isPending={state.asking.has('readCommand')} onPress={() => { void fill(); }}>Use the image’s own program</Button>
      <RefusalNote refusal={state.refusals.get('readCommand')} />
    </div>
  );
}
