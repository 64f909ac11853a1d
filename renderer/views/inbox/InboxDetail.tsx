import { describeWaiting, type InboxItem } from '../../../shared/inbox.ts';
import { operations } from '../../../shared/operations.ts';
import { Card } from '../../components/Card.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IdText } from '../../components/IdText.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { hrefOf } from '../../routing/route.ts';
import type { InboxStore } from '../../stores/inbox-store.ts';
import { inboxEvident, inboxTitle } from '../../words/inbox-text.ts';
import { InboxActs } from './InboxActs.tsx';

export function InboxDetail({ item, state }: { readonly item: InboxItem; readonly state: InboxStore }) {
  const { label, whoActs } = describeWaiting(item);
  return (
    <Card title={inboxTitle(item)} aside={<Evidence {...inboxEvident(item)} />}>
      <Facts>
        {item.worker && <Fact name="Worker"><a href={hrefOf({ kind: 'worker', binding: item.worker.binding, tab: item.kind === 'findings' ? 'projection' : 'summary' })}>{item.worker.seat}</a></Fact>}
        <Fact name="Since"><InstantText at={item.since} /> {item.kind !== 'custody_unproven' && <ReceiptLink seq={item.seq} />}</Fact>
        <Fact name="What is known">{sentence(item.says)}</Fact>
        {item.kind === 'attempt' && <Fact name="Would show it">{sentence(operations[item.operation].goal)}</Fact>}
        <Fact name="Why it waits">{sentence(label)}</Fact>
        <Fact name="Who acts">{sentence(whoActs)}</Fact>
        {item.kind === 'findings' && <Fact name="Manifest"><IdText value={item.manifest} what="manifest hash" /></Fact>}
        {'attempt' in item && <Fact name="Attempt"><IdText value={item.attempt} what="attempt id" /></Fact>}
      </Facts>
      <RefusalNote refusal={refusalOf(item, state)} />
      <InboxActs item={item} state={state} />
    </Card>
  );
}

const refusalOf = ({ kind, id }: InboxItem, { refusals }: InboxStore) =>
  kind === 'custody_unproven' ? refusals.get('reanchor') : (refusals.get(`close ${id}`) ?? refusals.get(`look ${id}`) ?? refusals.get(`keep ${id}`));

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
