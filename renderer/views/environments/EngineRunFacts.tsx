import type { EngineRow } from '../../../shared/bridge-values.ts';
import { lastOf } from '../../../shared/private-engine.ts';
import { EvidenceMark } from '../../components/EvidenceMark.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { settlementEvident } from '../../words/settlement-text.ts';
import styles from './PrivateEngine.module.css';

type Daemon = NonNullable<EngineRow['daemon']>;

/** What was last asked of its process, how that was answered, and how the process is now: three facts. */
export function EngineRunFacts({ daemon: { run, state, unconfirmed } }: { readonly daemon: Daemon }) {
  const last = lastOf(run);
  if (!last) return null;
  const what = last.operation === 'start_engine' ? 'start' : 'stop';
  const { settlement } = last;
  // Its process is as no attempt of this console left it.
  const isUnasked = !unconfirmed && settlement?.disposition === 'applied' && (what === 'start') !== (state === 'running');
  return (
    <>
      <p className={styles.facts}>
        <span><EvidenceMark mark="asked" /> {what} asked <InstantText at={last.intent.at} /></span>
        {settlement && <span><EvidenceMark mark={settlementEvident(settlement).mark} /> {settlementEvident(settlement).says} <InstantText at={settlement.at} /></span>}
        {!settlement && unconfirmed && <span><EvidenceMark mark="unconfirmed" /> no answer that settles it</span>}
        {!isUnasked && settlement && <span><EvidenceMark mark="seen" /> {state === 'running' ? 'its process is there' : 'its process is gone'}</span>}
        <span><ReceiptLink seq={settlement?.seq ?? last.intent.seq} /></span>
      </p>
      {isUnasked && <p className={styles.unasked}><EvidenceMark mark="seen" /> {state === 'running' ? 'It runs again, and no start of this console since then made that.' : 'Its process is gone already, and no stop of this console since then made that.'}</p>}
    </>
  );
}
