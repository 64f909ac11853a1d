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
        <strong>Step {index + 1} is unconfirmed.</strong> The {step.resource.kind} may be gone or still there. Looking again reads the engine and changes nothing; it settles when the absence is seen, or when the {step.resource.kind} is seen unchanged.
      </Note>
      <RefusalNote refusal={refusal} />
    </>
  );
}
