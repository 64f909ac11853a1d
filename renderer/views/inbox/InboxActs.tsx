import { useState, type ReactNode } from 'react';
import type { InboxItem } from '../../../shared/inbox.ts';
import { Button } from '../../components/Button.tsx';
import { hrefOf } from '../../routing/route.ts';
import type { InboxStore } from '../../stores/inbox-store.ts';
import { CloseAttempt } from './CloseAttempt.tsx';
import styles from './InboxView.module.css';
import { ReanchorLedger } from './ReanchorLedger.tsx';

interface Props<Item extends InboxItem = InboxItem> {
  readonly item: Item;
  readonly state: InboxStore;
}

/** What can be done about something that waits, from here. */
export function InboxActs({ item, state }: Props) {
  switch (item.kind) {
    case 'attempt': return <OfAttempt item={item} state={state} />;
    case 'custody_unproven': return <OfCustody item={item} state={state} />;
    case 'unobserved': return <OfUnobserved item={item} state={state} />;
    case 'findings': return <OfFindings item={item} />;
    case 'lifetime_over': return <OfLifetime item={item} state={state} />;
    case 'late_effect': return null;
  }
}

function OfAttempt({ item, state }: Props<Extract<InboxItem, { kind: 'attempt' }>>) {
  const [asks, setAsks] = useState(false);
  const { attempt } = item;
  return (
    <Acts>
      <Button tone="primary" isPending={state.asking.has(`look ${item.id}`)} onPress={() => { void state.lookAgain(item, { attempt }); }}>Look again</Button>
      {item.canClose && <Button tone="danger" isPending={state.asking.has(`close ${item.id}`)} onPress={() => { setAsks(true); }}>Close as not applied</Button>}
      {asks && <CloseAttempt item={item} onCancel={() => { setAsks(false); }} onConfirm={() => { setAsks(false); void state.close(item, attempt); }} />}
    </Acts>
  );
}

function OfCustody({ item, state }: Props<Extract<InboxItem, { kind: 'custody_unproven' }>>) {
  const [asks, setAsks] = useState(false);
  return (
    <Acts>
      <Button tone="danger" isPending={state.asking.has('reanchor')} onPress={() => { setAsks(true); }}>Reanchor the ledger</Button>
      {asks && <ReanchorLedger item={item} onCancel={() => { setAsks(false); }} onConfirm={() => { setAsks(false); void state.reanchor(item.subject); }} />}
    </Acts>
  );
}

function OfUnobserved({ item, state }: Props<Extract<InboxItem, { kind: 'unobserved' }>>) {
  const { worker } = item;
  if (!worker) return null;
  return <Acts><Button tone="primary" isPending={state.asking.has(`look ${item.id}`)} onPress={() => { void state.lookAgain(item, { binding: worker.binding }); }}>Look again</Button></Acts>;
}

function OfFindings({ item: { worker } }: { readonly item: InboxItem }) {
  return worker ? <Acts><a href={hrefOf({ kind: 'worker', binding: worker.binding, tab: 'projection' })}>Decide in the worker’s Projection</a></Acts> : null;
}

function OfLifetime({ item, state }: Props) {
  const { worker } = item;
  if (!worker) return null;
  return (
    <Acts>
      <a href={hrefOf({ kind: 'worker', binding: worker.binding, tab: 'custody' })}>Take it back in the worker’s Custody</a>
      <Button isPending={state.asking.has(`keep ${item.id}`)} onPress={() => { void state.keep(item, worker.binding); }}>Keep it</Button>
    </Acts>
  );
}

const Acts = ({ children }: { readonly children: ReactNode }) => <div className={styles.acts}>{children}</div>;
