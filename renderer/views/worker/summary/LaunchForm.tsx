import { Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { latestExecution } from '../../../../shared/binding.ts';
import { launchObstacle } from '../../../../shared/launch-bar.ts';
import { guest, launchRequestSchema, type LaunchRequest } from '../../../../shared/worker-spec.ts';
import { ArgvEditor } from '../../../components/ArgvEditor.tsx';
import { Button } from '../../../components/Button.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { useWorkerState, useWorkerView } from '../../../stores/use-worker-stores.ts';
import { launchErrors } from './launch-errors.ts';
import styles from './ExecutionsCard.module.css';

/** What a launch will run, all of it in sight before it is asked for. */
export function LaunchForm() {
  const { binding, calling, environmentNames, engine } = useWorkerView();
  const latest = latestExecution(binding);
  const [request, setRequest] = useState<Pick<LaunchRequest, 'argv' | 'workingDirectory'>>(() => ({
    argv: latest?.request.value.argv ?? binding.spec.argv,
    workingDirectory: latest?.request.value.workingDirectory ?? guest.task,
  }));
  const [tried, setTried] = useState(false);
  const launch = useWorkerState((state) => state.launch);
  const asking = useWorkerState((state) => state.asking.has('launch'));
  const refusal = useWorkerState((state) => state.refusals.get('launch'));
  const obstacle = useMemo(() => launchObstacle(binding, new Set(calling), asking), [binding, calling, asking]);
  if (obstacle) return <div className={styles.form}><p className={styles.effect}>{obstacle}</p><RefusalNote refusal={refusal} /></div>;

  const errors = launchErrors(request);
  const submit = (): void => {
    setTried(true);
    const parsed = launchRequestSchema.safeParse({ ...request, environmentNames });
    if (parsed.success) void launch(parsed.data);
  };
  return (
    <form className={styles.form} aria-label="Launch" onSubmit={(event) => { event.preventDefault(); }}>
      <p className={styles.sub}>Program and arguments</p>
      <ArgvEditor argv={request.argv} onChange={(argv) => { setRequest({ ...request, argv: [...argv] }); }} errorAt={(index) => (tried ? errors.argv.get(index) : undefined)} />
      <TextField label="Working directory" mono value={request.workingDirectory} error={errors.workingDirectory} onChange={(workingDirectory) => { setRequest({ ...request, workingDirectory }); }} />
      <div>
        <p className={styles.sub}>Environment names set by the launch gate</p>
        <p className={styles.names}>{environmentNames.length === 0 ? 'none' : environmentNames.map((name) => <code key={name}>{name}</code>)}</p>
      </div>
      <div className={styles.go}>
        <Button tone="primary" icon={Play} onPress={submit} isPending={asking}>Launch</Button>
        <p className={styles.effect}>Writes the launch file into the state volume, then starts the container on {engine.label}.</p>
      </div>
      <RefusalNote refusal={refusal} />
    </form>
  );
}
