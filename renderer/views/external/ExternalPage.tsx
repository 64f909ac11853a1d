import { useState } from 'react';
import { useStore } from 'zustand';
import type { ExternalView, OfExternal } from '../../../shared/external-view.ts';
import { Columns } from '../../components/Columns.tsx';
import { Page } from '../../components/Page.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { createExternalStore, type ExternalStore } from '../../stores/external-store.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import { LogCard } from '../worker/summary/LogCard.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import { TakeBackCard } from './TakeBackCard.tsx';
import { StandingCard } from './StandingCard.tsx';

/** Something on an engine that is no worker’s: whose it is, and what may be decided about it. */
export function ExternalPage(of: OfExternal) {
  const { bridge } = useStores();
  const [store] = useState(() => createExternalStore(bridge, { endpoint: of.endpoint, resource: of.resource, id: of.id }));
  useWatched(store);
  const state = useStore(store);
  switch (state.view.phase) {
    case 'loading': return <Page><Waiting>Looking at the engine.</Waiting></Page>;
    case 'refused': return <Page><RefusalNote refusal={state.view.refusal} /></Page>;
    case 'ready': return <Shown view={state.view.value} state={state} />;
  }
}

function Shown({ view, state }: { readonly view: ExternalView; readonly state: ExternalStore }) {
  const { ref, endpoint, seen, known, differs } = view;
  const isWatched = known?.custody.kind === 'attached' || known?.custody.kind === 'transferred';
  const hasLog = isWatched && ref.resource === 'container' && seen !== undefined && differs === undefined;
  return (
    <Page>
      <RefusalNote refusal={differs} />
      <Columns aside={<IdentityCard view={view} />}>
        <StandingCard view={view} state={state} />
        {view.plan.length > 0 && <TakeBackCard plan={view.plan} state={state} />}
        {hasLog && <LogCard of={{ endpoint, resource: ref.resource, id: ref.id }} started={seen.container?.startedAt !== ''} />}
      </Columns>
    </Page>
  );
}
