import { Plus, X } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useDraft } from '../../stores/use-stores.ts';
import type { WorkerDraft } from '../../stores/worker-draft.ts';
import { placed } from '../../words/lines.ts';
import type { ErrorOf } from './DraftForm.tsx';
import styles from './NewWorkerView.module.css';

type Artifact = WorkerDraft['artifacts'][number];

export function ArtifactRows({ draft: { artifacts }, errorOf }: { readonly draft: WorkerDraft; readonly errorOf: ErrorOf }) {
  const { edit, leave } = useDraft((state) => state);
  const change = (index: number, artifact: Artifact): void => { edit({ artifacts: artifacts.with(index, artifact) }); };
  return (
    <div className={styles.artifacts}>
      {placed(artifacts).map(({ line: artifact, place: index }) => (
        <div key={index} className={styles.artifact} role="group" aria-label={`Result ${index + 1}`}>
          <TextField
            label="Path in the guest" labelHidden={index > 0} mono value={artifact.path} placeholder="/workspace/task/result.md" error={errorOf(`artifacts.${index}.path`)}
            onChange={(path) => { change(index, { ...artifact, path }); }} onBlur={() => { leave(`artifacts.${index}.path`); }}
          />
          <NumberField
            label="At most, MB" labelHidden={index > 0} value={artifact.megabytes} step={1} digits={3} minValue={0} error={errorOf(`artifacts.${index}.megabytes`)}
            onChange={(megabytes) => { change(index, { ...artifact, megabytes }); }}
          />
          <IconButton icon={X} label={`Take out result ${index + 1}`} onPress={() => { edit({ artifacts: artifacts.toSpliced(index, 1) }); }} />
        </div>
      ))}
      <div><Button size="small" icon={Plus} onPress={() => { edit({ artifacts: [...artifacts, { path: '', megabytes: 10 }] }); }}>Declare a result</Button></div>
    </div>
  );
}
