import type { Task } from '../../shared/bridge-values.ts';
import { bytesText, numberText } from '../../shared/quantities.ts';

/** How far a task is, and what it is at. */
export function taskText(task: Task): string {
  const amount = task.unit === 'bytes' ? bytesText : numberText;
  const unit = task.unit === 'bytes' ? '' : ` ${task.unit}`;
  const far = task.total > 0 ? `${amount(task.done)} of ${amount(task.total)}${unit}` : `${amount(task.done)}${unit}`;
  return task.detail ? `${far}, ${task.detail}` : far;
}
