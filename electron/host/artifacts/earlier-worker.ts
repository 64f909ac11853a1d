import type { Binding } from '../../../shared/binding.ts';
import type { EarlierWorker } from '../../../shared/bridge.ts';
import { seatTaken } from '../../../shared/seat.ts';
import type { DeclaredArtifact, WantedArtifact } from '../../../shared/worker-spec.ts';
import { schemaText } from './schema-document.ts';
import type { Journal } from '../ledger/journal.ts';

/** What was asked for then, as it can be asked for again: with each schema's own text, where that is still kept. */
export function earlierWorker(journal: Journal, { spec }: Binding): EarlierWorker {
  const { endpoint, seat, image, resources, network, argv, lifetime } = spec;
  const wanted = spec.artifacts.map((artifact) => wantedAgain(journal, artifact));
  return {
    seatIsFree: seatTaken(journal.world, seat) === undefined,
    worker: { endpoint, seat, image, resources, network, argv, artifacts: wanted.map(({ artifact }) => artifact), ...(lifetime && { lifetime }) },
    forgotten: wanted.filter(({ isForgotten }) => isForgotten).map(({ artifact }) => artifact.path),
  };
}

function wantedAgain(journal: Journal, { form, ...artifact }: DeclaredArtifact): { readonly artifact: WantedArtifact; readonly isForgotten: boolean } {
  if (form?.type !== 'json' || form.schema === undefined) return { artifact: { ...artifact, ...(form && { form: { type: form.type } }) }, isForgotten: false };
  const schema = schemaText(journal, form.schema);
  return { artifact: { ...artifact, form: { type: 'json', ...(schema !== undefined && { schema }) } }, isForgotten: schema === undefined };
}
