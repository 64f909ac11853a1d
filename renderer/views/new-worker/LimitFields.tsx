import type { EngineFacts } from '../../../shared/engine-readings.ts';
import { NumberField } from '../../components/NumberField.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { useDraft } from '../../stores/use-stores.ts';
import { roundMemory, type MemoryUnit, type WorkerDraft } from '../../stores/worker-draft.ts';
import type { ErrorOf } from './DraftForm.tsx';
import styles from './NewWorkerView.module.css';

const units: readonly { readonly id: MemoryUnit; readonly label: string }[] = [{ id: 'MiB', label: 'MiB' }, { id: 'GiB', label: 'GiB' }];

/** What is asked for, with what the engine has in all beside it. */
export function LimitFields({ draft, errorOf, facts }: { readonly draft: WorkerDraft; readonly errorOf: ErrorOf; readonly facts: EngineFacts | undefined }) {
  const { edit, leave } = useDraft((state) => state);
  const { cpus, memory, pids } = draft;
  return (
    <div className={styles.limits}>
      <NumberField
        label="CPUs" value={cpus} step={0.25} digits={2} minValue={0} onChange={(value) => { edit({ cpus: value }); }} onBlur={() => { leave('cpus'); }} error={errorOf('cpus')}
        help={facts ? `of ${facts.cpus} on this engine` : 'total not known'}
      />
      <div className={styles.memory}>
        <NumberField
          label="Memory" value={memory.amount} step={memory.unit === 'GiB' ? 1 : 64} digits={memory.unit === 'GiB' ? 2 : 0} minValue={0} onChange={(amount) => { edit({ memory: { ...memory, amount } }); }}
          onBlur={() => { leave('memory'); }} error={errorOf('memory')} help={facts ? `of ${roundMemory(facts.memoryBytes)} on this engine` : 'total not known'}
        />
        <SelectField label="Unit of memory" labelHidden options={units} value={memory.unit} onChange={(unit) => { edit({ memory: { ...memory, unit } }); }} />
      </div>
      <NumberField
        label="Processes" value={pids} step={16} minValue={0} onChange={(value) => { edit({ pids: value }); }} onBlur={() => { leave('pids'); }} error={errorOf('pids')}
        help="and threads, at most"
      />
    </div>
  );
}
