import { useState } from 'react';
import { describeBlocker, type InboxItem } from '../../../shared/inbox.ts';
import { operations } from '../../../shared/operations.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IdText } from '../../components/IdText.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { hrefOf, type Route } from '../../routing/route.ts';
import type { InboxStore } from '../../stores/inbox-store.ts';
import { inboxEvident, inboxTitle } from '../../words/inbox-text.ts';
import { CloseAttempt } from './CloseAttempt.tsx';
import styles from './InboxView.module.css';

export function InboxDetail({ item, state }: { readonly item: InboxItem; readonly state: InboxStore }) {
  const { label, whoActs } = describeBlocker(item.blocker);
  return (
    <Card title={inboxTitle(item)} aside={<Evidence {...inboxEvident(item)} />}>
      <Facts>
        {item.worker && <Fact name="Worker"><a href={hrefOf(workerPlace(item.worker.binding))}>{item.worker.seat}</a></Fact>}
        <Fact name="Since"><InstantText at={item.since} /> <ReceiptLink seq={item.seq} /></Fact>
        <Fact name="What is known">{sentence(item.says)}</Fact>
        {item.kind === 'attempt' && <Fact name="Would show it">{sentence(operations[item.operation].goal)}</Fact>}
        <Fact name="Why it waits">{sentence(label)}</Fact>
        <Fact name="Who acts">{sentence(whoActs)}</Fact>
        {item.kind !== 'custody_unproven' && <Fact name="Attempt"><IdText value={item.attempt} what="attempt id" /></Fact>}
      </Facts>
      <RefusalNote refusal={state.refusals.get(`close ${item.id}`) ?? state.refusals.get(`look ${item.id}`)} />
      <Acts item={item} state={state} />
    </Card>
  );
}

function Acts({ item, state }: { readonly item: InboxItem; readonly state: InboxStore }) {
  const [asks, setAsks] = useState(false);
  if (item.kind !== 'attempt') return null;
  const { attempt } = item;
  return (
    <div className={styles.acts}>
      <Button tone="primary" isPending={state.asking.has(`look ${item.id}`)} onPress={() => { void state.lookAgain(item, attempt); }}>Look again</Button>
      {item.canClose && <Button tone="danger" isPending={state.asking.has(`close ${item.id}`)} onPress={() => { setAsks(true); }}>Close as not applied</Button>}
      {asks && <CloseAttempt item={item} onCancel={() => { setAsks(false); }} onConfirm={() => { setAsks(false); void state.close(item, attempt); }} />}
    </div>
  );
}

const workerPlace = (binding: NonNullable<InboxItem['worker']>['binding']): Route => ({ kind: 'worker', binding, tab: 'summary' });

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
