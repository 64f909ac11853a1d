import { useState } from 'react';
import { useStore } from 'zustand';
import type { EngineRow, EngineView } from '../../../shared/bridge-values.ts';
import { countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Tag } from '../../components/Tag.tsx';
import { navigate } from '../../routing/use-route.ts';
import { createEngineStore } from '../../stores/engine-store.ts';
import { useEngines, useStores, useWatched } from '../../stores/use-stores.ts';
import { CapabilitiesCard } from './CapabilitiesCard.tsx';
import { Certificates } from './Certificates.tsx';
import { ContainersPanel } from './ContainersPanel.tsx';
import { EngineFactsStrip } from './EngineFactsStrip.tsx';
import { kindWord, sourceWords } from './EngineList.tsx';
import { ImagesCard } from './ImagesCard.tsx';
import { TakeOverRelease } from './TakeOverRelease.tsx';
import { ThingsCards } from './ThingsCards.tsx';
import { PrivateEngine } from './PrivateEngine.tsx';
import styles from './EngineDetail.module.css';

/** One engine and everything on it. */
export function EngineDetail({ row }: { readonly row: EngineRow }) {
  const { bridge } = useStores();
  const [store] = useState(() => createEngineStore(bridge, row.endpoint));
  useWatched(store);
  const state = useStore(store);
  const { engine } = state;
  return (
    <>
      <div className={styles.head}>
        <h2 title={row.label}>{row.label}</h2><Tag>{kindWord(row.endpoint)}</Tag><Tag>{sourceWords[row.source]}</Tag><Evidence {...row.state} />
        <span className={styles.actions}>
          {row.facts && <Button size="small" isPending={state.asking.has('chooseRelease')} onPress={() => { void state.chooseRelease(); }}>Take over…</Button>}
          {row.source === 'typed' && <Forget row={row} />}
        </span>
      </div>
      <RefusalNote refusal={state.refusals.get('chooseRelease')} />
      {state.offer && <TakeOverRelease offer={state.offer} engineLabel={row.label} endpoint={row.endpoint} state={state} />}
      {row.daemon && <PrivateEngine daemon={row.daemon} label={row.label} endpoint={row.endpoint} facts={row.facts} />}
      {row.certificates !== undefined && <Certificates endpoint={row.endpoint} folder={row.certificates} />}
      {row.facts && <EngineFactsStrip facts={row.facts} />}
      {engine.phase === 'refused' && !saysAlready(row) && <RefusalNote refusal={engine.refusal} />}
      {row.facts && <ContainersPanel endpoint={row.endpoint} />}
      {row.facts && <ThingsCards endpoint={row.endpoint} />}
      {engine.phase === 'ready' && <ImagesCard images={engine.value.images} engineLabel={row.label} endpoint={row.endpoint} state={state} />}
      {engine.phase === 'ready' && (row.facts ?? row.unsupported) && <CapabilitiesCard capabilities={engine.value.capabilities} />}
      {engine.phase === 'ready' && <Before inventory={engine.value.inventory} />}
    </>
  );
}

/** Why it does not answer stands with what can be done about it. */
const saysAlready = ({ daemon, certificates }: EngineRow): boolean => daemon?.state === 'stopped' || daemon?.state === 'unsupported' || certificates === null;

function Before({ inventory }: { readonly inventory: EngineView['inventory'] | undefined }) {
  if (!inventory) return <p className={styles.before}>This console had no effect here yet.</p>;
  const { containers, volumes, networks, images, at, seq } = inventory;
  return (
    <p className={styles.before}>
      Here before us: {countText(containers, 'container')}, {countText(volumes, 'volume')}, {countText(networks, 'network')}, {countText(images, 'image')},
      counted <InstantText at={at} /> before this console’s first effect, <ReceiptLink seq={seq} />.
    </p>
  );
}

function Forget({ row }: { readonly row: EngineRow }) {
  const forget = useEngines((state) => state.forgetEndpoint);
  const asking = useEngines((state) => state.asking.has('forget'));
  const refusal = useEngines((state) => state.refusals.get('forget'));
  const run = async (): Promise<void> => {
    await forget(row.endpoint);
    navigate({ kind: 'environments' });
  };
  return (
    <>
      <RefusalNote refusal={refusal} />
      <Button size="small" isPending={asking} onPress={() => { void run(); }}>Forget this engine</Button>
    </>
  );
}
