import type { TeardownStep } from '../../../../shared/teardown.ts';
import { EvidenceMark } from '../../../components/EvidenceMark.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { settlementEvident } from '../../../words/settlement-text.ts';
import styles from './StepsCard.module.css';

const absenceWords = { id: 'by its id', listing: 'in the listing' } as const;

/** Asked, answered and verified absent are different facts, each with its own time. */
export function StepFacts({ step: { id, asked, absent, gone, state } }: { readonly step: Pick<TeardownStep, 'asked' | 'absent' | 'gone' | 'state'> & { readonly id: string } }) {
  const settled = asked?.settlement;
  // That a container is gone says nothing of how it was stopped.
  const readings = id === 'stop_container' ? [] : (absent?.value ?? []);
  const lastSeen = state.kind === 'already_gone' ? state.lastSeen : undefined;
  if (!asked && readings.length === 0 && !gone && lastSeen === undefined) return null;
  return (
    <p className={styles.facts}>
      {asked && <span className={styles.fact}><EvidenceMark mark="asked" /> asked <InstantText at={asked.intent.at} /></span>}
      {lastSeen !== undefined && <span className={styles.fact}><EvidenceMark mark="seen" /> last seen there <InstantText at={lastSeen} /></span>}
      {settled && <span className={styles.fact}><EvidenceMark mark={settlementEvident(settled).mark} /> {settlementEvident(settled).says} <InstantText at={settled.at} /></span>}
      {state.kind === 'unconfirmed' && <span className={styles.fact}><EvidenceMark mark="unconfirmed" /> no answer that settles it</span>}
      {gone && <span className={styles.fact}><EvidenceMark mark="seen" /> seen gone <InstantText at={gone.at} /></span>}
      {readings.map(({ via, at, found }) => (
        <span className={styles.fact} key={`${via} ${at}`}><EvidenceMark mark="seen" /> absent {found === undefined ? absenceWords[via] : 'by what identifies it: another has its name'} <InstantText at={at} /></span>
      ))}
    </p>
  );
}
