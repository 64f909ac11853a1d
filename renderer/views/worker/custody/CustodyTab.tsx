import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TeardownPlan, TeardownStep, TeardownStepId } from '../../../../shared/teardown.ts';
import { Columns } from '../../../components/Columns.tsx';
import { Page } from '../../../components/Page.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { Waiting } from '../../../components/Waiting.tsx';
import type { CustodyStore } from '../../../stores/custody-store.ts';
import { useWatched } from '../../../stores/use-stores.ts';
import { useWorkerStores } from '../../../stores/use-worker-stores.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { CustodyCards } from './CustodyCards.tsx';
import { ReleaseCard } from './ReleaseCard.tsx';
import { StepsCard } from './StepsCard.tsx';
import { UnconfirmedNote } from './UnconfirmedNote.tsx';

export function CustodyTab() {
  const { custody } = useWorkerStores();
  useWatched(custody);
  const state = useStore(custody);
  const { plan } = state;
  switch (plan.phase) {
    case 'loading': return <Page><Waiting>Looking at the engine for what is this worker’s.</Waiting></Page>;
    case 'refused': return <Page><RefusalNote refusal={plan.refusal} /></Page>;
    case 'ready': return <Planned plan={plan.value} state={state} />;
  }
}

function Planned({ plan, state }: { readonly plan: TeardownPlan; readonly state: CustodyStore }) {
  const [confirming, setConfirming] = useState<TeardownStepId | null>(null);
  const step = plan.steps.find(({ id }) => id === confirming);
  const ask = ({ id, state: { kind } }: TeardownStep): void => {
    // Nothing is lost by verifying that a thing is gone.
    if (kind === 'already_gone') void state.runStep(id);
    else setConfirming(id);
  };
  const steps = useRef<HTMLOListElement>(null);
  const confirm = async (id: TeardownStepId): Promise<void> => {
    setConfirming(null);
    await state.runStep(id);
    // The button that was pressed is gone with its step: who works by keys goes on from the list.
    if (document.activeElement === document.body) steps.current?.focus();
  };
  return (
    <Page>
      <Columns aside={<CustodyCards plan={plan} />}>
        <StepsCard plan={plan} state={state} onAsk={ask} listRef={steps} />
        <UnconfirmedNote plan={plan} state={state} />
        <ReleaseCard state={state} />
      </Columns>
      {step && <ConfirmStep step={step} onCancel={() => { setConfirming(null); }} onConfirm={() => { void confirm(step.id); }} />}
    </Page>
  );
}
