import { describeMark } from '../../../../shared/evidence-mark.ts';
import { readinessRungs } from '../../../../shared/readiness.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { EvidenceMark } from '../../../components/EvidenceMark.tsx';
import { useWorkerState, useWorkerView } from '../../../stores/use-worker-stores.ts';
import { RefusalBelow } from '../RefusalBelow.tsx';
import styles from './ReadinessCard.module.css';

export function ReadinessCard() {
  const { binding, engine } = useWorkerView();
  const observe = useWorkerState((state) => state.observe);
  const asking = useWorkerState((state) => state.asking.has('observe'));
  const refusal = useWorkerState((state) => state.refusals.get('observe'));
  return (
    <Card title="Readiness" aside="one rung never stands for another" actions={<Button size="small" onPress={() => { void observe(); }} isPending={asking}>Look now</Button>}>
      <ol className={styles.rungs}>
        {readinessRungs(binding, engine.now).map(({ rung, label, mark, says }) => (
          <li key={rung} className={styles.rung} data-mark={mark}>
            <EvidenceMark mark={mark} label={describeMark(mark)} />
            <span className={styles.label}>{label}</span>
            <span className={styles.says}>{says}</span>
          </li>
        ))}
      </ol>
      <RefusalBelow refusal={refusal} />
    </Card>
  );
}
