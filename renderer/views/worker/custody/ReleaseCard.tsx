import { useState } from 'react';
import { awayThings, isAway, isBack, isHeld, isLeft, releaseOf } from '../../../../shared/binding.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { ReleaseDialog } from '../../../components/ReleaseDialog.tsx';
import { ReleasedNote } from '../../../components/ReleasedNote.tsx';
import type { CustodyStore } from '../../../stores/custody-store.ts';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import { RefusalBelow } from '../RefusalBelow.tsx';
import styles from './StepsCard.module.css';
import { GivenOtherwise } from './GivenOtherwise.tsx';
import { TakenOverAgain } from './TakenOverAgain.tsx';

const saysOfBack = (someLeft: boolean): string => `What came back${someLeft ? ', and was not left,' : ''} is this console’s by that, and nothing is done with it as this worker’s:`;

/** What it holds may go to another console instead of being taken back. */
export function ReleaseCard({ state }: { readonly state: CustodyStore }) {
  const { binding, engine } = useWorkerView();
  const [releasing, setReleasing] = useState(false);
  const held = Object.values(binding.resources).filter(isHeld);
  const released = releaseOf(binding);
  const isPending = state.asking.has('release');
  const back = Object.values(binding.resources).filter(({ returned }) => returned);
  const since = back.length > 0 ? <>{back.some(isBack) ? saysOfBack(back.some(isLeft)) : 'Nothing of what came back is this console’s now:'}<TakenOverAgain resources={back} endpoint={binding.spec.endpoint} /></> : undefined;
  const others = Object.values(binding.resources).filter((resource) => isAway(resource) && resource.released?.seq !== released?.seq);
  if (released) return <><ReleasedNote released={released} others={<GivenOtherwise resources={others} />} since={since} written={state.written} isPending={isPending} onWrite={() => { void state.writeAgain(); }} away={awayThings(binding)} onAnew={() => { void state.releaseAnew(); }} /><RefusalBelow refusal={state.refusals.get('release')} /></>;
  if (held.length === 0) return null;
  return (
    <Card title="Give it away" actions={<Button size="small" isPending={isPending} onPress={() => { setReleasing(true); }}>Release…</Button>}>
      <p className={styles.none}>All it holds can go to another console as it is: you sign which things, and that console takes them over. A running container is stopped first, and declared results leave first.</p>
      <RefusalBelow refusal={state.refusals.get('release')} />
      {releasing && (
        <ReleaseDialog
          name={binding.spec.seat} things={held.map(({ kind, name }) => <div key={name}>{kind} <IdText value={name} what={`${kind} name`} /></div>)} engineLabel={engine.label} endpoint={binding.spec.endpoint}
          onCancel={() => { setReleasing(false); }} onRelease={(to) => { setReleasing(false); void state.release(to); }}
        />
      )}
    </Card>
  );
}
