import { isHeld, type Projection } from '../../../../shared/binding.ts';
import { seenText } from '../../../../shared/describe-receipt.ts';
import { mostSearchedBytes, type IngestionLook, type LookedThrough } from '../../../../shared/ingestion.ts';
import { bytesText, countText, numberText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import styles from './IngestionCard.module.css';

const mostShown = 50;

/** Where the nonce of this revision came back. A read of the file is no ingestion, and nothing here claims one. */
export function IngestionCard({ projection, state }: { readonly projection: Projection; readonly state: ProjectionStore }) {
  const { binding } = useWorkerView();
  const { staged, ingested, deliveries } = projection;
  const { revision } = staged.value;
  if (!revision) return null;
  const canLook = deliveries.length > 0 && isHeld(binding.resources.container);
  return (
    <Card title="Ingestion" aside={`${numberText(revision.files)} of ${countText(staged.value.files, 'file')} can be seen`}>
      {ingested.length > 0 && <ul className={styles.sightings} aria-label="Sightings">{ingested.slice(0, mostShown).map((sighting) => <Sighting key={sighting.seq} sighting={sighting} />)}</ul>}
      {ingested.length > mostShown && <p className={styles.words}>and {numberText(ingested.length - mostShown)} more in its receipts</p>}
      <div className={styles.look}>
        <Button size="small" isDisabled={!canLook} isPending={state.asking.has('ingestion')} onPress={() => { void state.lookForIngestion(); }}>Look in log and transcripts</Button>
        {state.looked && <Looked looked={state.looked} />}
        <p className={styles.words}>Each file ends with a line that holds this revision’s nonce. Where it comes back, the file’s text passed through the harness: that it was understood is not shown. Results are searched as they are exported, up to the first {bytesText(mostSearchedBytes)} of each. The file itself, an exact copy of it, that line alone in the log and a mere read count for nothing. A copy that was changed on its way cannot be told from the harness’s own words.</p>
        <RefusalNote refusal={state.refusals.get('ingestion')} />
      </div>
    </Card>
  );
}

function Sighting({ sighting: { value, at, seq } }: { readonly sighting: Projection['ingested'][number] }) {
  return (
    <li>
      <Evidence mark="seen" says={value.file ?? 'a file of this revision'} wraps />
      <small>{seenText(value)}</small>
      <small><InstantText at={at} />, <ReceiptLink seq={seq} /></small>
    </li>
  );
}

function Looked({ looked: { log, home, found } }: { readonly looked: IngestionLook }) {
  return (
    <p role="status">
      {found === 0 ? 'Nothing new was seen.' : `${countText(found, 'new sighting')}.`} Looked through {bytesText(log.bytes)} of the log{goesOn(log)} and {countText(home.files, 'file')} ({bytesText(home.bytes)}) of the guest’s home{goesOn(home)}.
    </p>
  );
}

const goesOn = ({ complete }: LookedThrough): string => (complete ? '' : ', which goes on');
