import { useMemo } from 'react';
import type { Task } from '../../../shared/bridge-values.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { Button } from '../../components/Button.tsx';
import { Progress } from '../../components/Progress.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { tasksOf } from '../../stores/frame-store.ts';
import { useFrame } from '../../stores/use-stores.ts';
import { taskText } from '../../words/task-text.ts';
import styles from './WorkerView.module.css';

const none: readonly Task[] = [];

/** What runs for this worker now, and what of it was refused, on every tab. */
export function TaskBand({ binding }: { readonly binding: BindingId }) {
  const all = useFrame((state) => state.frame?.tasks ?? none);
  const allRefused = useFrame((state) => state.refusedTasks);
  const dismiss = useFrame((state) => state.dismissTask);
  const running = useMemo(() => tasksOf(all, binding), [all, binding]);
  const refused = useMemo(() => tasksOf(allRefused, binding), [allRefused, binding]);
  if (running.length === 0 && refused.length === 0) return null;
  return (
    <div className={styles.band} role="group" aria-label="Tasks of this worker">
      {running.map((task) => <Running key={task.id} task={task} />)}
      {refused.map((task) => (
        <div key={task.id} className={styles.refused}>
          <RefusalNote refusal={task.refusal} actions={<Button size="small" onPress={() => { dismiss(task.id); }}>Put away</Button>} />
        </div>
      ))}
    </div>
  );
}

function Running({ task }: { readonly task: Task }) {
  const cancel = useFrame((state) => state.cancelTask);
  return (
    <div className={styles.task}>
      <strong title={task.label}>{task.label}</strong>
      <Progress label={task.label} done={task.done} total={task.total} />
      <small title={task.detail}>{taskText(task)}</small>
      {task.cancellable ? <Button size="small" onPress={() => { void cancel(task.id); }}>Cancel</Button> : <span />}
    </div>
  );
}
