import type { EngineRow, EngineView } from '../../../shared/bridge-values.ts';
import { Columns } from '../../components/Columns.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { hrefOf } from '../../routing/route.ts';
import { reachableEngines } from '../../stores/engines-store.ts';
import { valueOf } from '../../stores/loaded.ts';
import { useDraft, useEngines, useStores, useWatched } from '../../stores/use-stores.ts';
import { checkDraft } from '../../stores/worker-draft.ts';
import { DraftForm } from './DraftForm.tsx';
import { HeadroomCard } from './HeadroomCard.tsx';
import { DraftSummary } from './DraftSummary.tsx';
import { StartFrom } from './StartFrom.tsx';
import { useEngineView } from './use-engine-view.ts';

export function NewWorkerView() {
  useWatched(useStores().engines);
  const listed = useEngines((state) => valueOf(state.engines));
  const wanted = useDraft((state) => state.draft.endpoint);
  if (!listed) return <Page><Waiting>Looking for engines.</Waiting></Page>;
  const engines = listed.filter(({ isCandidate }) => !isCandidate);
  const answering = reachableEngines(engines);
  // Where only one engine answers there is nothing to choose.
  const chosen = engines.find(({ endpoint }) => endpoint === wanted) ?? answering[0];
  if (!chosen) return <NoEngine found={engines.length} />;
  return <OnEngine key={chosen.endpoint} engines={engines} chosen={chosen} />;
}

function NoEngine({ found }: { readonly found: number }) {
  return (
    <Page>
      <EmptyState title="A worker needs an engine" actions={<a href={hrefOf({ kind: 'environments' })}>Go to the environments</a>}>
        {found === 0 ? 'No engine was found on this machine.' : 'None of the known engines answers now.'} Environments says what can be done.
      </EmptyState>
    </Page>
  );
}

function OnEngine({ engines, chosen }: { readonly engines: readonly EngineRow[]; readonly chosen: EngineRow }) {
  const { state, view } = useEngineView(chosen.endpoint);
  const draft = useDraft((store) => store.draft);
  const complete = { ...draft, endpoint: chosen.endpoint, image: imageOn(view, draft.image) };
  const checked = checkDraft(complete, chosen.facts);
  return (
    <Page>
      <Columns aside={<><DraftSummary draft={complete} checked={checked} engine={chosen} /><HeadroomCard draft={complete} state={state} isAnswering={chosen.facts !== undefined} /></>}>
        <StartFrom />
        <DraftForm draft={complete} errors={checked.errors} engines={engines} engine={chosen} engineState={state} />
      </Columns>
    </Page>
  );
}

/** An image picked on another engine, or gone since, is no choice. */
function imageOn(view: EngineView | undefined, image: { readonly reference: string; readonly id: string } | null) {
  return image && view?.images.some(({ id }) => id === image.id) ? image : null;
}
