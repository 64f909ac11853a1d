import { Upload } from 'lucide-react';
import { isHeld, readBackOf, type Projection } from '../../../../shared/binding.ts';
import type { Evident } from '../../../../shared/evidence-mark.ts';
import { bytesText, countText, numberText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import { ingestionEvident } from '../../../words/projection-text.ts';
import styles from './DeliveryCard.module.css';

interface Props {
  readonly projection: Projection;
  readonly state: ProjectionStore;
  readonly evident: Evident;
}

/** The way of one manifest: staged, delivered, read back. Each is a fact of its own. */
export function DeliveryCard({ projection, state, evident }: Props) {
  const { manifest, staged } = projection;
  return (
    <Card title="Delivery">
      <Facts>
        <Fact name="Manifest"><IdText value={manifest} what="manifest hash" /></Fact>
        <Fact name="Staged">
          <Evidence mark="seen" says={`${countText(staged.value.files, 'file')}, ${bytesText(staged.value.bytes)}`} />
          <small><InstantText at={staged.at} />, <ReceiptLink seq={staged.seq} /></small>
        </Fact>
        <Fact name="Delivered"><Delivered projection={projection} evident={evident} /></Fact>
        <Fact name="Ingested"><Evidence {...ingestionEvident(projection)} wraps /></Fact>
      </Facts>
      <Deliver projection={projection} state={state} />
    </Card>
  );
}

function Delivered({ projection, evident }: Pick<Props, 'projection' | 'evident'>) {
  const delivered = readBackOf(projection);
  if (!delivered) return <><Evidence {...evident} />{projection.delivered && <ReadBefore delivered={projection.delivered} />}</>;
  const { matched, files, differing, missing, result } = delivered.value;
  return (
    <>
      <Evidence mark={matched === files ? 'seen' : 'refused'} says={`${numberText(matched)} of ${countText(files, 'file')} read back the same`} wraps />
      {(differing > 0 || missing > 0) && <small>{countText(differing, 'file differs', 'files differ')}, {countText(missing, 'is missing', 'are missing')}</small>}
      <small><InstantText at={delivered.at} />, <ReceiptLink seq={delivered.seq} /></small>
      <small>result <IdText value={result} what="result hash" /></small>
    </>
  );
}

/** What a later delivery may have changed. */
function ReadBefore({ delivered: { value, seq } }: { readonly delivered: NonNullable<Projection['delivered']> }) {
  return <small>before it was asked for again, {numberText(value.matched)} of {countText(value.files, 'file')} read back the same, <ReceiptLink seq={seq} /></small>;
}

function Deliver({ projection, state }: { readonly projection: Projection; readonly state: ProjectionStore }) {
  const { binding, engine } = useWorkerView();
  const { manifest, staged } = projection;
  const delivered = readBackOf(projection);
  const whole = delivered !== undefined && delivered.value.matched === delivered.value.files;
  const held = isHeld(binding.resources.container);
  const undecided = state.findings.filter(({ accepted }) => !accepted).length;
  return (
    <div className={styles.deliver}>
      <Button tone={whole ? 'plain' : 'primary'} icon={Upload} isDisabled={!held || undecided > 0} isPending={state.asking.has('deliver')} onPress={() => { void state.deliver(manifest); }}>
        Deliver {countText(staged.value.files, 'file')}, {bytesText(staged.value.bytes)}
      </Button>
      {held
        ? <p>Writes them into this worker’s volumes on {engine.label}, then reads every one back and compares its hash.</p>
        : <p>There is no container of this worker to deliver through.</p>}
      {undecided > 0 && <Evidence mark="needs_person" says={`${countText(undecided, 'finding is', 'findings are')} undecided`} />}
      <RefusalNote refusal={state.refusals.get('deliver')} />
    </div>
  );
}
