import type { ReactNode } from 'react';
import type { EngineRow } from '../../../shared/bridge-values.ts';
import { ArgvEditor } from '../../components/ArgvEditor.tsx';
import { ChoiceList } from '../../components/ChoiceList.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';
import { useDraft } from '../../stores/use-stores.ts';
import type { DraftField, WorkerDraft } from '../../stores/worker-draft.ts';
import { lifetimeChoices } from '../../words/lifetime-text.ts';
import { networkChoices } from '../../words/network-text.ts';
import { ArtifactRows } from './ArtifactRows.tsx';
import { ImageProgram } from './ImageProgram.tsx';
import { LimitFields } from './LimitFields.tsx';
import styles from './NewWorkerView.module.css';
import { PlaceFields } from './PlaceFields.tsx';

interface Props {
  readonly draft: WorkerDraft;
  readonly errors: ReadonlyMap<DraftField, string>;
  readonly engines: readonly EngineRow[];
  readonly engine: EngineRow;
  readonly engineState: EngineStore;
}

/** What is wrong shows at its field, once the field was left or the whole was tried. */
export type ErrorOf = (field: DraftField) => string | undefined;

export function DraftForm({ draft, errors, engines, engine, engineState }: Props) {
  const { edit, leave, left, tried } = useDraft((state) => state);
  const errorOf: ErrorOf = (field) => (tried || left.has(field) ? errors.get(field) : undefined);
  return (
    <form className={styles.form} aria-label="New worker" onSubmit={(event) => { event.preventDefault(); }}>
      <Section title="Place" says="The engine that runs it, and the image it is made of.">
        <PlaceFields endpoint={draft.endpoint} image={draft.image} endpointError={errorOf('endpoint')} imageError={errorOf('image')} engines={engines} state={engineState} />
      </Section>
      <Section title="Seat" says="What it sits on over time, as role or role@team. A seat outlives its container.">
        <TextField
          label="Seat" labelHidden mono value={draft.seat} placeholder="reviewer@atlas" error={errorOf('seat')} onChange={(seat) => { edit({ seat }); }}
          onBlur={() => { if (draft.seat !== '') leave('seat'); }}
        />
      </Section>
      <Section title="Limits" says="Asked of the engine; what it admits, and what is seen inside, is shown beside them later.">
        <LimitFields draft={draft} errorOf={errorOf} facts={engine.facts} />
      </Section>
      <Section title="Network" says="What it can reach from inside. It is tried once it runs, and shown beside what was asked.">
        <ChoiceList label="Network" choices={networkChoices} value={draft.network} onChange={(network) => { edit({ network }); }} />
      </Section>
      <Section title="Program" says="What a launch runs: one argument a row, no shell in between. It is offered at each launch and can be changed there.">
        <ArgvEditor
          argv={draft.argv} onChange={(argv) => { edit({ argv }); }} errorAt={(index) => errorOf(`argv.${index}`)}
          onLeave={(index) => { if (draft.argv[index] !== '') leave(`argv.${index}`); }}
        />
        <ImageProgram draft={draft} state={engineState} />
      </Section>
      <Section title="Results" says="Files it must bring back. Nothing is removed before each of them has left.">
        <ArtifactRows draft={draft} errorOf={errorOf} />
      </Section>
      <Section title="Lifetime" says="When it should end. What is asked here only ever proposes: nothing is stopped or removed by itself.">
        <ChoiceList label="Lifetime" choices={lifetimeChoices} value={draft.lifetime} onChange={(lifetime) => { edit({ lifetime }); }} error={errorOf('lifetime')} />
      </Section>
    </form>
  );
}

function Section({ title, says, children }: { readonly title: string; readonly says: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <header><h2>{title}</h2><p>{says}</p></header>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
