import type { ReactNode } from 'react';
import type { Refusal } from '../../shared/refusal.ts';
import { Note } from './Note.tsx';

/** What was refused and what can be done about it, where it arose. Draws nothing when nothing was refused. */
export function RefusalNote({ refusal, actions }: { readonly refusal: Refusal | undefined; readonly actions?: ReactNode }) {
  if (!refusal) return null;
  return (
    <Note mark="refused" role="alert" actions={actions}>
      <strong>{refusal.says}</strong> {refusal.todo}
    </Note>
  );
}
