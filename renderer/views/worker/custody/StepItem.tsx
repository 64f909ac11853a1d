import { Check } from 'lucide-react';
import type { StepState, TeardownStep } from '../../../../shared/teardown.ts';
import { Button } from '../../../components/Button.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { navigate } from '../../../routing/use-route.ts';
import type { CustodyStore } from '../../../stores/custody-store.ts';
import { useWorkerStores } from '../../../stores/use-worker-stores.ts';
import { saysOfStep } from './step-text.ts';
import { StepFacts } from './StepFacts.tsx';
import styles from './StepsCard.module.css';

interface Props {
  readonly step: TeardownStep;
  readonly number: number;
  /** The number of the step that unlocks it, where it is locked. */
  readonly unlockedBy: number;
  readonly isNow: boolean;
  readonly state: CustodyStore;
  readonly onAsk: (step: TeardownStep) => void;
}

export function StepItem({ step, number, unlockedBy, isNow, state, onAsk }: Props) {
  const { resource, title } = step;
  const value = resource.id ?? resource.name;
  return (
    <li
      data-state={step.state.kind} data-now={isNow || undefined} data-later={step.state.kind === 'locked' || undefined}
      aria-current={isNow ? 'step' : undefined} aria-label={`Step ${number}, ${title}`}
    >
      <span className={styles.number}>{step.state.kind === 'verified' ? <Check aria-label="verified" role="img" /> : number}</span>
      <div className={styles.content}>
        <span className={styles.title}>{title} <IdText value={value} what={whatOf(resource)} /></span>
        <p className={styles.says}>{saysOfStep(step, unlockedBy)}</p>
        <StepFacts step={step} />
        <RefusalNote refusal={state.refusals.get(step.id) ?? refusalOf(step.state)} actions={isExportFirst(step.state) && <ToArtifacts />} />
      </div>
      <span className={styles.act}><Act step={step} state={state} onAsk={onAsk} /></span>
    </li>
  );
}

const whatOf = ({ kind, id, role }: TeardownStep['resource']): string => (role === 'staging' ? 'folder' : `${kind} ${id ? 'id' : 'name'}`);

function Act({ step, state, onAsk }: Pick<Props, 'step' | 'state' | 'onAsk'>) {
  const asking = state.asking.has(step.id);
  switch (step.state.kind) {
    case 'ready': return <Button tone="danger" isPending={asking} onPress={() => { onAsk(step); }}>{step.title}</Button>;
    case 'already_gone': return <Button isPending={asking} onPress={() => { onAsk(step); }}>Verify absence</Button>;
    case 'verified': return step.state.seq > 0 ? <ReceiptLink seq={step.state.seq} /> : null;
    case 'locked': return <Evidence mark="none" says="not asked" />;
    case 'asking': return <Evidence mark="asked" says="asked, no answer yet" />;
    case 'unconfirmed':
    case 'blocked':
    case 'refused': return <Button isPending={state.asking.has('lookAgain')} onPress={() => { void state.lookAgain(); }}>Look again</Button>;
  }
}

/** What blocks a removal may be results that have not left: they are exported one tab away. */
const isExportFirst = (state: StepState): boolean => state.kind === 'blocked' && state.refusal.code === 'blocked';

function ToArtifacts() {
  const { binding } = useWorkerStores();
  return <Button size="small" onPress={() => { navigate({ kind: 'worker', binding, tab: 'artifacts' }); }}>Go to the artifacts</Button>;
}

const refusalOf = (state: StepState) => ('refusal' in state ? state.refusal : undefined);
