import type { TeardownPlan } from '../../../../shared/teardown.ts';
import { Button } from '../../../components/Button.tsx';
import { Note } from '../../../components/Note.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import type { CustodyStore } from '../../../stores/custody-store.ts';

/** What an unanswered step means, and the one thing that can be done about it. */
export function UnconfirmedNote({ plan, state }: { readonly plan: TeardownPlan; readonly state: CustodyStore }) {
  const index = plan.steps.findIndex((step) => step.state.kind === 'unconfirmed');
  const refusal = state.refusals.get('lookAgain');
  const step = plan.steps[index];
  if (!step) return <RefusalNote refusal={refusal} />;
  return (
    <>
      <Note mark="unconfirmed" actions={<Button size="small" isPending={state.asking.has('lookAgain')} onPress={() => { void state.lookAgain(); }}>Look again at {step.engineLabel}</Button>}>
        <strong>Step {index + 1} is unconfirmed.</strong> It may have happened or not. Looking again reads the engine and changes nothing;
        it settles when what was asked for is seen. Until then nothing is asked of this {step.resource.kind} twice.
      </Note>
      <RefusalNote refusal={refusal} />
    </>
  );
}
