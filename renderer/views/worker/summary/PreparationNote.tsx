import { isOurs, type Binding } from '../../../../shared/binding.ts';
import { missingSteps } from '../../../../shared/preparation.ts';
import { Button } from '../../../components/Button.tsx';
import { Note } from '../../../components/Note.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { useFrame } from '../../../stores/use-stores.ts';
import { useWorkerState, useWorkerView } from '../../../stores/use-worker-stores.ts';

const roleNames = { container: 'the container', work: 'the workspace volume', state: 'the state volume', network: 'the network' } as const;

/** Says what a preparation still lacks, once nothing is under way that would bring it. */
export function PreparationNote() {
  const { binding, row } = useWorkerView();
  const busy = useFrame((state) => state.frame?.tasks.some((task) => task.binding === row.binding) ?? false);
  const goOn = useWorkerState((state) => state.continuePreparation);
  const asking = useWorkerState((state) => state.asking.has('continue'));
  const refusal = useWorkerState((state) => state.refusals.get('continue'));
  const missing = missingWords(binding);
  if (missing === '' || busy || !row.open || binding.open.length > 0 || isLeaving(binding)) return <RefusalNote refusal={refusal} />;
  return (
    <>
      <Note mark="needs_person" actions={<Button onPress={() => { void goOn(); }} isPending={asking}>Go on with the preparation</Button>}>
        <strong>Not prepared yet.</strong> Still missing: {missing}. What is there already is kept and not created twice.
      </Note>
      <RefusalNote refusal={refusal} />
    </>
  );
}

/** A worker that is being taken back lacks things on purpose. */
const isLeaving = ({ resources }: Binding): boolean => Object.values(resources).some((resource) => resource.released !== undefined || (isOurs(resource) && (resource.absent ?? resource.removal) !== undefined));

const missingKinds = ['create', 'layout', 'look'] as const;
const wordsBefore = { create: '', layout: 'the folders in ', look: 'a look at ' } as const;

/** What comes first of what is missing; the rest follows from it. */
function missingWords(binding: Binding): string {
  const steps = missingSteps(binding);
  const first = missingKinds.find((kind) => steps.some((step) => step.kind === kind));
  if (!first) return '';
  const roles = new Set(steps.filter(({ kind }) => kind === first).map(({ role }) => roleNames[role]));
  return `${wordsBefore[first]}${[...roles].join(', ')}`;
}
