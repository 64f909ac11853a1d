import { Copy, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ReceiptView } from '../../../shared/bridge-values.ts';
import { Button } from '../../components/Button.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { IdText } from '../../components/IdText.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { hrefOf } from '../../routing/route.ts';
import { createReceiptStore } from '../../stores/receipt-store.ts';
import { useCopy, useStores, useWatched } from '../../stores/use-stores.ts';
import { numberText } from '../../../shared/quantities.ts';
import { aboutText, actorText, bodyWords } from '../../words/receipt-text.ts';
import { AttemptStory } from './AttemptStory.tsx';
import { ReceiptProofSection } from './ReceiptProofSection.tsx';
import styles from './ReceiptInspector.module.css';

/** One receipt beside the list: what it says, what belongs to it, and the bytes that were hashed. */
export function ReceiptInspector({ seq, onClose }: { readonly seq: number; readonly onClose: () => void }) {
  const { bridge } = useStores();
  const [store] = useState(() => createReceiptStore(bridge, seq));
  useWatched(store);
  const opened = useStore(store, (state) => state.opened);
  return (
    <aside className={styles.inspector} aria-label={`Receipt ${numberText(seq)}`}>
      <header className={styles.head}><h2>Receipt {numberText(seq)}</h2><IconButton icon={X} label="Close receipt" onPress={onClose} /></header>
      <div className={styles.body}>
        {opened.phase === 'loading' && <div className={styles.wait}><Waiting>Reading this receipt.</Waiting></div>}
        {opened.phase === 'refused' && <div className={styles.wait}><RefusalNote refusal={opened.refusal} /></div>}
        {opened.phase === 'ready' && <Opened view={opened.value} />}
      </div>
    </aside>
  );
}

function Opened({ view: { receipt, says, mark, canonical, leaf, place, proof, attempt, params } }: { readonly view: ReceiptView }) {
  const { about, body } = receipt;
  return (
    <>
      <p className={styles.says}><Evidence mark={mark} says={says} wraps /></p>
      <Facts>
        <Fact name="Body">{bodyWords[body.kind]}{body.kind === 'observation' && <small>from {body.source}</small>}</Fact>
        <Fact name="About">{aboutText(about)}{'binding' in about && <small><a href={hrefOf({ kind: 'worker', binding: about.binding, tab: 'summary' })}>Go to the worker</a></small>}</Fact>
        <Fact name="By">{actorText(receipt.actor)}</Fact>
        <Fact name="When"><InstantText at={receipt.at} />{receipt.engineAt && <small>the engine’s clock: <InstantText at={receipt.engineAt} /></small>}</Fact>
        <Fact name="Receipt id"><IdText value={receipt.id} what="receipt id" /></Fact>
        <Fact name="Leaf"><IdText value={leaf} what="leaf hash" /><small>leaf {numberText(place.index)} of a tree of {numberText(place.size)}, counted from 0</small></Fact>
      </Facts>
      {attempt && <AttemptStory attempt={attempt} />}
      {params !== undefined && <section><h3>What was asked</h3><pre className={styles.bytes} tabIndex={0} aria-label="What was asked">{params}</pre></section>}
      <CanonicalBytes text={canonical} />
      <ReceiptProofSection proof={proof} />
    </>
  );
}

function CanonicalBytes({ text }: { readonly text: string }) {
  const copy = useCopy();
  return (
    <section>
      <h3>Canonical bytes, as hashed</h3>
      <pre className={styles.bytes} tabIndex={0} aria-label="Canonical bytes">{text}</pre>
      <div className={styles.actions}><Button size="small" icon={Copy} onPress={() => { copy(text, 'the bytes'); }}>Copy bytes</Button></div>
    </section>
  );
}
