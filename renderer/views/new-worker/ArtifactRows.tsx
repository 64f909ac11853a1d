import { Plus, X } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { SelectField, type Option } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { emptyArtifact, type ArtifactDraft, type ArtifactField, type ArtifactType } from '../../stores/artifact-draft.ts';
import { useDraft } from '../../stores/use-stores.ts';
import type { WorkerDraft } from '../../stores/worker-draft.ts';
import { placed } from '../../words/lines.ts';
import type { ErrorOf } from './DraftForm.tsx';
import styles from './NewWorkerView.module.css';

const types: readonly Option<ArtifactType>[] = [
  { id: 'file', label: 'Any file' },
  { id: 'text', label: 'Text', detail: 'UTF-8' },
  { id: 'json', label: 'JSON' },
];

export function ArtifactRows({ draft: { artifacts }, errorOf }: { readonly draft: WorkerDraft; readonly errorOf: ErrorOf }) {
  const { edit, leave } = useDraft((state) => state);
  return (
    <div className={styles.artifacts}>
      {placed(artifacts).map(({ line: artifact, place: index }) => (
        <ArtifactRow
          key={index} artifact={artifact} number={index + 1} errorOf={(field) => errorOf(`artifacts.${index}.${field}`)} onLeave={(field) => { leave(`artifacts.${index}.${field}`); }}
          onChange={(change) => { edit({ artifacts: artifacts.with(index, { ...artifact, ...change }) }); }} onTakeOut={() => { edit({ artifacts: artifacts.toSpliced(index, 1) }); }}
        />
      ))}
      <div><Button size="small" icon={Plus} onPress={() => { edit({ artifacts: [...artifacts, emptyArtifact] }); }}>Declare a result</Button></div>
    </div>
  );
}

interface RowProps {
  readonly artifact: ArtifactDraft;
  readonly number: number;
  readonly errorOf: (field: ArtifactField) => string | undefined;
  readonly onChange: (change: Partial<ArtifactDraft>) => void;
  readonly onLeave: (field: ArtifactField) => void;
  readonly onTakeOut: () => void;
}

function ArtifactRow({ artifact, number, errorOf, onChange, onLeave, onTakeOut }: RowProps) {
  const { path, megabytes, type, digest, schema } = artifact;
  return (
    <div className={styles.artifact} role="group" aria-label={`Result ${number}`}>
      <TextField label="Path in the guest" mono value={path} placeholder="/workspace/task/result.md" error={errorOf('path')} onChange={(next) => { onChange({ path: next }); }} onBlur={() => { onLeave('path'); }} />
      <NumberField label="At most, MB" value={megabytes} step={1} digits={3} minValue={0} error={errorOf('megabytes')} onChange={(next) => { onChange({ megabytes: next }); }} />
      <IconButton icon={X} label={`Take out result ${number}`} onPress={onTakeOut} />
      <TextField label="SHA-256, if known" mono value={digest} placeholder="any" error={errorOf('digest')} onChange={(next) => { onChange({ digest: next }); }} onBlur={() => { onLeave('digest'); }} />
      <SelectField label="Has to be" options={types} value={type} onChange={(next) => { onChange({ type: next }); }} />
      {type === 'json' && (
        <div className={styles.schema}>
          <TextField
            label="JSON schema, if it has to fit one" mono rows={4} value={schema} error={errorOf('schema')} help="Paste it here: draft 2020-12 or 7, without references to other files."
            onChange={(next) => { onChange({ schema: next }); }} onBlur={() => { onLeave('schema'); }}
          />
        </div>
      )}
    </div>
  );
}
