import { X } from 'lucide-react';
import type { Task } from '../../../shared/bridge-values.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Progress } from '../../components/Progress.tsx';
import { useFrame } from '../../stores/use-stores.ts';
import { cx } from '../../styles/cx.ts';
import { taskText } from '../../words/task-text.ts';
import styles from './RailTasks.module.css';

const mostTasks = 4;

export function RailTasks() {
  const tasks = useFrame((state) => state.frame?.tasks);
  const refused = useFrame((state) => state.refusedTasks);
  const shown = tasks?.slice(0, mostTasks) ?? [];
  const hidden = (tasks?.length ?? 0) - shown.length;
  if (shown.length === 0 && refused.length === 0) return null;
  return (
    <div role="group" aria-label="Running tasks" className={styles.tasks}>
      {shown.map((task) => <Running key={task.id} task={task} />)}
      {hidden > 0 && <p>and {hidden} more running</p>}
      {refused.map((task) => <Refused key={task.id} task={task} />)}
    </div>
  );
}

function Running({ task }: { readonly task: Task }) {
  const cancel = useFrame((state) => state.cancelTask);
  return (
    <div className={styles.task}>
      <p title={task.label}>{task.label}</p>
      {task.cancellable ? <IconButton icon={X} label={`Cancel: ${task.label}`} onPress={() => { void cancel(task.id); }} /> : <span />}
      <Progress label={task.label} done={task.done} total={task.total} />
      <small title={task.detail}>{taskText(task)}</small>
    </div>
  );
}

function Refused({ task }: { readonly task: Task }) {
  const dismiss = useFrame((state) => state.dismissTask);
  return (
    <div className={cx(styles.task, styles.refused)}>
      <p title={task.label}>{task.label}</p>
      <IconButton icon={X} label={`Put away: ${task.label}`} onPress={() => { dismiss(task.id); }} />
      <small>{task.refusal?.says ?? task.detail}</small>
    </div>
  );
}
