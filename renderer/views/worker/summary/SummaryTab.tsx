import { startedLast } from '../../../../shared/execution-results.ts';
import { Columns } from '../../../components/Columns.tsx';
import { Page } from '../../../components/Page.tsx';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import { ComparisonCard } from './ComparisonCard.tsx';
import { ExecutionsCard } from './ExecutionsCard.tsx';
import { LogCard } from './LogCard.tsx';
import { OpenAttempts } from './OpenAttempts.tsx';
import { PreparationNote } from './PreparationNote.tsx';
import { ReadinessCard } from './ReadinessCard.tsx';
import { UsageCard } from './UsageCard.tsx';
import { WorkerFactsCard } from './WorkerFactsCard.tsx';

export function SummaryTab() {
  const { binding } = useWorkerView();
  const started = startedLast(binding);
  return (
    <Page>
      <OpenAttempts />
      <PreparationNote />
      <Columns
        more={<><ExecutionsCard /><UsageCard /><LogCard key={started?.id ?? 'none'} of={binding.id} started={started !== undefined} /></>}
        aside={<WorkerFactsCard />}
      >
        <ReadinessCard />
        <ComparisonCard />
      </Columns>
    </Page>
  );
}
