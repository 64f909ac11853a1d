import { useState } from 'react';
import { useStore } from 'zustand';
import type { InboxItem } from '../../../shared/inbox.ts';
import { countText } from '../../../shared/quantities.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { Note } from '../../components/Note.tsx';
import { Page } from '../../components/Page.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import type { InboxStore } from '../../stores/inbox-store.ts';
import { valueOf } from '../../stores/loaded.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import { inboxEvident, inboxTitle } from '../../words/inbox-text.ts';
import { BackupsCard } from '../trouble/BackupsCard.tsx';
import { InboxDetail } from './InboxDetail.tsx';
import styles from './InboxView.module.css';

export function InboxView() {
  const { inbox } = useStores();
  useWatched(inbox);
  const state = useStore(inbox);
  const [picked, pick] = useState<string | null>(null);
  const items = valueOf(state.items);
  if (!items) return <Page><Waiting>Looking what waits.</Waiting></Page>;
  const shown = items.find(({ id }) => id === picked) ?? items[0];
  if (!shown) return <Page><Closed closed={state.closed} /><Reanchored reanchored={state.reanchored} /><EmptyState title="Nothing waits for you">What needs a person stands here, oldest first: effects whose outcome is not known, what came after it was given up, findings in settings that nobody decided, and workers whose lifetime is over.</EmptyState></Page>;
  return (
    <div className={styles.split}>
      <section className={styles.waiting} aria-labelledby="waiting">
        <header><h2 id="waiting">Waiting</h2><span>{countText(items.length, 'item')}, oldest first</span></header>
        <ul>{items.map((item) => <li key={item.id}><Item item={item} isShown={item === shown} onPick={() => { pick(item.id); }} /></li>)}</ul>
      </section>
      <div className={styles.detail}>
        <Closed closed={state.closed} />
        <Reanchored reanchored={state.reanchored} />
        <InboxDetail key={shown.id} item={shown} state={state} />
        {shown.kind === 'custody_unproven' && <BackupsCard replaced="unproven" />}
      </div>
    </div>
  );
}

function Item({ item, isShown, onPick }: { readonly item: InboxItem; readonly isShown: boolean; readonly onPick: () => void }) {
  return (
    <button type="button" className={styles.item} aria-current={isShown || undefined} onClick={onPick}>
      <strong>{inboxTitle(item)}</strong>
      <InstantText at={item.since} />
      <span className={styles.who} title={item.worker?.seat}>{item.worker?.seat ?? 'this console'}</span>
      <Evidence {...inboxEvident(item)} />
    </button>
  );
}

function Reanchored({ reanchored }: Pick<InboxStore, 'reanchored'>) {
  if (!reanchored) return null;
  return <Note mark="accepted" role="status"><strong>Reanchored.</strong> The decision is signed and in the ledger, which is sealed from there on. A worker is looked at before any effect about it starts.</Note>;
}

function Closed({ closed }: Pick<InboxStore, 'closed'>) {
  if (!closed) return null;
  return closed.how === 'closed'
    ? <Note mark="none" role="status"><strong>Closed as not applied.</strong> Two readings did not show it; the decision is signed and in the ledger. The same can be asked again now.</Note>
    : <Note mark="accepted" role="status"><strong>Settled by evidence, not by the closing.</strong> While it was looked at, a reading showed how it had ended.</Note>;
}
