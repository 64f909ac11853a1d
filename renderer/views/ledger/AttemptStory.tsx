import type { Attempt } from '../../../shared/attempt.ts';
import { describeEvidence } from '../../../shared/describe-receipt.ts';
import { operations } from '../../../shared/operations.ts';
import { EvidenceMark } from '../../components/EvidenceMark.tsx';
import { IdText } from '../../components/IdText.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { placed } from '../../words/lines.ts';
import styles from './ReceiptInspector.module.css';

const marks = { applied: 'accepted', no_op: 'accepted', refused: 'refused', not_applied: 'none' } as const;
const words = { applied: 'Applied', no_op: 'It was so already', refused: 'Refused', not_applied: 'Not applied' } as const;

/** One try of one effect, from being asked to what settled it. */
export function AttemptStory({ attempt: { id, operation, intent, settlement } }: { readonly attempt: Attempt }) {
  const { label, goal } = operations[operation];
  return (
    <section>
      <h3>Attempt <IdText value={id} what="attempt id" /></h3>
      <ol className={styles.story}>
        <li>
          <EvidenceMark mark="asked" />
          <span>
            {label}: asked <InstantText at={intent.at} />, <ReceiptLink seq={intent.seq} />
            <small>epoch {intent.epoch}, to be answered by <InstantText at={intent.deadline} />. It happened when there is: {goal}.</small>
          </span>
        </li>
        {settlement ? (
          <li>
            <EvidenceMark mark={marks[settlement.disposition]} />
            <span>
              {words[settlement.disposition]} <InstantText at={settlement.at} />, <ReceiptLink seq={settlement.seq} />
              {placed(settlement.evidence).map(({ line, place }) => <small key={place}>{describeEvidence(line)}</small>)}
            </span>
          </li>
        ) : <li><EvidenceMark mark="unconfirmed" /><span>Not settled. It may have happened or not.</span></li>}
      </ol>
    </section>
  );
}
