import type { ReactNode } from 'react';
import type { EvidenceMark as Mark } from '../../shared/evidence-mark.ts';
import { EvidenceMark } from './EvidenceMark.tsx';
import styles from './Note.module.css';

interface Props {
  readonly mark: Mark;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** `alert` where it answers what a person just did. */
  readonly role?: 'alert' | 'note' | 'status';
}

export function Note({ mark, children, actions, role = 'note' }: Props) {
  return (
    <div className={styles.note} role={role} data-mark={mark}>
      <EvidenceMark mark={mark} className={styles.mark} />
      <p>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
