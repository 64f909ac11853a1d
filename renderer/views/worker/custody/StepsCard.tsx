import { useState, type Ref } from 'react';
import type { Attempt } from '../../../../shared/attempt.ts';
import { isBack, type Binding } from '../../../../shared/binding.ts';
import { isCreation } from '../../../../shared/operations.ts';
import { countText } from '../../../../shared/quantities.ts';
import type { StepState, TeardownPlan, TeardownStep } from '../../../../shared/teardown.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { navigate } from '../../../routing/use-route.ts';
import type { CustodyStore } from '../../../stores/custody-store.ts';
import { useWorkerStores, useWorkerView } from '../../../stores/use-worker-stores.ts';
import { StepItem } from './StepItem.tsx';
import styles from './StepsCard.module.css';
import { WhyOrder } from './WhyOrder.tsx';

interface Props {
  readonly plan: TeardownPlan;
  readonly state: CustodyStore;
  readonly onAsk: (step: TeardownStep) => void;
  readonly listRef: Ref<HTMLOListElement>;
}

/** What takes this worker back: one effect at a time, the next unlocked by evidence. */
export function StepsCard({ plan, state, onAsk, listRef }: Props) {
  const [why, setWhy] = useState(false);
  const { binding } = useWorkerView();
  const now = plan.steps.findIndex((step) => step.state.kind !== 'verified');
  const verified = plan.steps.filter((step) => step.state.kind === 'verified').length;
  return (
    <Card
      title="Teardown"
      aside={plan.finished ? 'finished: every absence verified' : plan.steps.length > 0 ? `${countText(plan.steps.length, 'effect')}, one at a time, ${verified} verified` : undefined}
      actions={<Button tone="quiet" size="small" onPress={() => { setWhy(true); }}>Why this order</Button>}
    >
      {plan.steps.length === 0 && <p className={styles.none}>{nothingText(binding)}</p>}
      <ol ref={listRef} tabIndex={-1} className={styles.steps} aria-label="Teardown steps">
        {plan.steps.map((step, index) => (
          <StepItem
            key={step.id} step={step} number={index + 1} unlockedBy={numberOf(plan, step.state)} isNow={index === now}
            isAsking={state.asking.has(step.id)} onAsk={() => { onAsk(step); }} refusal={state.refusals.get(step.id)} mending={isExportFirst(step.state) && <ToArtifacts />}
            stuck={<Button isPending={state.asking.has('lookAgain')} onPress={() => { void state.lookAgain(); }}>Look again</Button>}
          />
        ))}
      </ol>
      <WhyOrder isOpen={why} onClose={() => { setWhy(false); }} />
    </Card>
  );
}

function nothingText({ resources, open, closed }: Binding): string {
  if (Object.values(resources).some(isBack)) return 'What this worker had was given away and taken over again: it is taken back where it is, on its engine.';
  if (open.some(mayCreate)) return 'Whether anything of this worker was created is not known yet: look again, or close the attempt in the Inbox.';
  if (closed.some(mayCreate)) return 'This worker is not seen to hold anything on an engine. What was closed as not applied may still come; it is told of then.';
  return 'This worker holds nothing on an engine: there is nothing to take back.';
}

const mayCreate = ({ operation }: Attempt): boolean => isCreation(operation);

/** What blocks a removal may be results that have not left: they are exported one tab away. */
const isExportFirst = (state: StepState): boolean => state.kind === 'blocked' && state.refusal.code === 'blocked';

function ToArtifacts() {
  const { binding } = useWorkerStores();
  return <Button size="small" onPress={() => { navigate({ kind: 'worker', binding, tab: 'artifacts' }); }}>Go to the artifacts</Button>;
}

const numberOf = ({ steps }: TeardownPlan, state: StepState): number => (state.kind === 'locked' ? steps.findIndex(({ id }) => id === state.needs) + 1 : 0);
