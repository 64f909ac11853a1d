import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Refusal } from '../../../../shared/refusal.ts';
import type { TeardownStep } from '../../../../shared/teardown.ts';
import { Button } from '../../../components/Button.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { saysOfStep } from './step-text.ts';
import { StepFacts } from './StepFacts.tsx';
import styles from './StepsCard.module.css';

/** A step of a worker’s teardown, or of something that was given to this console. */
export type ShownStep = Omit<TeardownStep, 'id' | 'resource'> & { readonly id: string; readonly resource: Omit<TeardownStep['resource'], 'role'> };

interface Props {
  readonly step: ShownStep;
  readonly number: number;
  /** The number of the step that unlocks it, where it is locked. */
  readonly unlockedBy: number;
  readonly isNow: boolean;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
  /** Why it was not asked, the last time that was tried. */
  readonly refusal: Refusal | undefined;
  /** What may be done about what stands in its way. */
  readonly mending?: ReactNode;
  /** What stands where it can be neither asked nor waited for. */
  readonly stuck: ReactNode;
}

export function StepItem({ step, number, unlockedBy, isNow, isAsking, onAsk, refusal, mending, stuck }: Props) {
  const { resource, title, state } = step;
  return (
    <li
      data-state={state.kind} data-now={isNow || undefined} data-later={state.kind === 'locked' || undefined}
      aria-current={isNow ? 'step' : undefined} aria-label={`Step ${number}, ${title}`}
    >
      <span className={styles.number}>{state.kind === 'verified' ? <Check aria-label="verified" role="img" /> : number}</span>
      <div className={styles.content}>
        <span className={styles.title}>{title} <IdText value={resource.id ?? resource.name} what={whatOf(resource)} /></span>
        <p className={styles.says}>{saysOfStep(step, unlockedBy)}</p>
        <StepFacts step={step} />
        <RefusalNote refusal={refusal ?? ('refusal' in state ? state.refusal : undefined)} actions={mending} />
      </div>
      <span className={styles.act}><Act step={step} isAsking={isAsking} onAsk={onAsk} stuck={stuck} /></span>
    </li>
  );
}

const whatOf = ({ kind, id }: ShownStep['resource']): string => (kind === 'staged copies' ? 'folder' : `${kind} ${id ? 'id' : 'name'}`);

function Act({ step: { state, title }, isAsking, onAsk, stuck }: Pick<Props, 'step' | 'isAsking' | 'onAsk' | 'stuck'>) {
  switch (state.kind) {
    case 'ready': return <Button tone="danger" isPending={isAsking} onPress={onAsk}>{title}</Button>;
    case 'already_gone': return <Button isPending={isAsking} onPress={onAsk}>Verify absence</Button>;
    case 'verified': return state.seq > 0 ? <ReceiptLink seq={state.seq} /> : null;
    case 'locked': return <Evidence mark="none" says="not asked" />;
    case 'asking': return <Evidence mark="asked" says="asked, no answer yet" />;
    case 'unconfirmed':
    case 'blocked':
    case 'refused': return stuck;
  }
}
