import { useState } from 'react';
import type { ExternalStep } from '../../../shared/external-plan.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import type { ExternalStore } from '../../stores/external-store.ts';
import { ConfirmStep } from '../worker/custody/ConfirmStep.tsx';
import { StepItem } from '../worker/custody/StepItem.tsx';
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
          <StepItem
            key={step.id} step={step} number={index + 1} unlockedBy={index} isNow={index === now}
            isAsking={state.asking.has(step.id)} onAsk={() => { press(step); }} refusal={state.refusals.get(step.id)} stuck={<Stuck step={step} state={state} />}
          />
        ))}
      </ol>
      {confirming && <ConfirmStep step={confirming} onCancel={() => { setConfirming(null); }} onConfirm={() => { setConfirming(null); void state.runStep(confirming.id); }} />}
    </Card>
  );
}

function Stuck({ step: { asked, state: { kind } }, state }: { readonly step: ExternalStep; readonly state: ExternalStore }) {
  if (kind !== 'unconfirmed') return <Evidence mark="refused" says="not asked" />;
  return asked ? <Button isPending={state.asking.has('lookAgain')} onPress={() => { void state.lookAgain(asked.id); }}>Look again</Button> : null;
}
