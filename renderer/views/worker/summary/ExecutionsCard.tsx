import { useMemo } from 'react';
import type { Execution } from '../../../../shared/binding.ts';
import type { AttemptId } from '../../../../shared/ids.ts';
import type { EngineNow } from '../../../../shared/readiness.ts';
import { countText } from '../../../../shared/quantities.ts';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import { argvText, executionEvident } from '../../../words/execution-text.ts';
import styles from './ExecutionsCard.module.css';
import { LaunchForm } from './LaunchForm.tsx';

const mostShown = 5;

export function ExecutionsCard() {
  const { binding, calling, engine } = useWorkerView();
  const known = useMemo(() => new Set(calling), [calling]);
  const newest = binding.executions.slice(-mostShown).toReversed();
  const older = binding.executions.length - newest.length;
  return (
    <Card title="Executions" aside={binding.executions.length > 0 ? countText(binding.executions.length, 'run') : undefined}>
      {newest.length === 0 && <p className={styles.none}>Nothing was launched here yet.</p>}
      <ol className={styles.list}>{newest.map((execution) => <Item key={execution.id} execution={execution} calling={known} now={binding.resources.container.absent ? 'gone' : engine.now} />)}</ol>
      {older > 0 && <p className={styles.older}>{countText(older, 'older run')} in the receipts.</p>}
      <LaunchForm />
    </Card>
  );
}

function Item({ execution, calling, now }: { readonly execution: Execution; readonly calling: ReadonlySet<AttemptId>; readonly now: EngineNow | 'gone' }) {
  const { request, process, start } = execution;
  const argv = argvText(request.value.argv);
  return (
    <li>
      <Evidence {...executionEvident(execution, calling, now)} />
      <span className={styles.meta}><ReceiptLink seq={process?.seq ?? start?.intent.seq ?? request.seq} /></span>
      <code className={styles.argv} title={argv}>{argv}</code>
      <small>
        in {request.value.workingDirectory}
        {process ? <>, started <InstantText at={process.value.startedAt} /></> : <>, asked <InstantText at={request.at} /></>}
        {process?.value.state === 'exited' && <>, ended <InstantText at={process.value.finishedAt} /></>}
      </small>
    </li>
  );
}
