import { useMemo } from 'react';
import { stateOf } from '../../../../shared/attempt.ts';
import { labelOf } from '../../../../shared/operations.ts';
import { countText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { Note } from '../../../components/Note.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { useWorkerState, useWorkerView } from '../../../stores/use-worker-stores.ts';

/** Attempts of this worker that nothing has settled. */
export function OpenAttempts() {
  const { binding, calling } = useWorkerView();
  const look = useWorkerState((state) => state.lookAgain);
  const asking = useWorkerState((state) => state.asking.has('lookAgain'));
  const refusal = useWorkerState((state) => state.refusals.get('lookAgain'));
  const unconfirmed = useMemo(() => binding.open.filter((attempt) => stateOf(attempt, new Set(calling)) === 'unconfirmed'), [binding, calling]);
  if (unconfirmed.length === 0) return null;
  return (
    <>
      <Note mark="unconfirmed" actions={<Button onPress={() => { void look(); }} isPending={asking}>Look again</Button>}>
        <strong>{countText(unconfirmed.length, 'attempt')} unconfirmed.</strong>{' '}
        {unconfirmed.map(({ id, operation, intent }) => <span key={id}>{labelOf(operation)}, asked <InstantText at={intent.at} />. </span>)}
        It may have happened or not; it is not asked again until the engine shows which.
      </Note>
      <RefusalNote refusal={refusal} />
    </>
  );
}
