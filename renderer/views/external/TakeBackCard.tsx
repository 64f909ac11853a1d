import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ExternalStep } from '../../../shared/external-plan.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { IdText } from '../../components/IdText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import type { ExternalStore } from '../../stores/external-store.ts';
import { ConfirmStep } from '../worker/custody/ConfirmStep.tsx';
import { StepFacts } from '../worker/custody/StepFacts.tsx';
import { saysOfStep } from '../worker/custody/step-text.ts';
import styles from '../worker/custody/StepsCard.module.css';

interface Props {
  readonly plan: readonly ExternalStep[];
  readonly state: ExternalStore;
}

/** What takes back something that was given to this console: the same steps as for its own, by its recorded identity. */
export function TakeBackCard({ plan, state }: Props) {
  const [confirming, setConfirming] = useState<ExternalStep | null>(null);
  const now = plan.findIndex((step) => step.state.kind !== 'verified');
  const press = (step: ExternalStep): void => {
    if (step.state.kind === 'already_gone') void state.runStep(step.id);
    else setConfirming(step);
  };
  return (
    <Card title="Teardown" aside={now === -1 ? 'finished: its absence is verified' : undefined}>
      <ol className={styles.steps} aria-label="Teardown steps">
        {plan.map((step, index) => (
          <li key={step.id} data-state={step.state.kind} data-now={index === now || undefined} data-later={step.state.kind === 'locked' || undefined} aria-current={index === now ? 'step' : undefined} aria-label={`Step ${index + 1}, ${step.title}`}>
            <span className={styles.number}>{step.state.kind === 'verified' ? <Check aria-label="verified" role="img" /> : index + 1}</span>
            <div className={styles.content}>
              <span className={styles.title}>{step.title} <IdText value={step.resource.id ?? step.resource.name} what={`${step.resource.kind} id`} /></span>
              <p className={styles.says}>{saysOfStep(step, index)}</p>
              <StepFacts step={step} />
              <RefusalNote refusal={state.refusals.get(step.id) ?? ('refusal' in step.state ? step.state.refusal : undefined)} />
            </div>
            <span className={styles.act}><Act step={step} state={state} onPress={press} /></span>
          </li>
        ))}
      </ol>
      {confirming && <ConfirmStep step={confirming} onCancel={() => { setConfirming(null); }} onConfirm={() => { setConfirming(null); void state.runStep(confirming.id); }} />}
    </Card>
  );
}

function Act({ step, state, onPress }: { readonly step: ExternalStep; readonly state: ExternalStore; readonly onPress: (step: ExternalStep) => void }) {
  const asking = state.asking.has(step.id);
  const { asked } = step;
  switch (step.state.kind) {
    case 'ready': return <Button tone="danger" isPending={asking} onPress={() => { onPress(step); }}>{step.title}</Button>;
    case 'already_gone': return <Button isPending={asking} onPress={() => { onPress(step); }}>Verify absence</Button>;
    case 'verified': return step.state.seq > 0 ? <ReceiptLink seq={step.state.seq} /> : null;
    case 'locked': return <Evidence mark="none" says="not asked" />;
    case 'asking': return <Evidence mark="asked" says="asked, no answer yet" />;
    case 'unconfirmed': return asked ? <Button isPending={state.asking.has('lookAgain')} onPress={() => { void state.lookAgain(asked.id); }}>Look again</Button> : null;
    case 'blocked':
    case 'refused': return <Evidence mark="refused" says="not asked" />;
  }
}
