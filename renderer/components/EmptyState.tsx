import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** What an empty view says: what belongs here and how it comes to be. */
export function EmptyState({ title, children, actions }: { readonly title: string; readonly children: ReactNode; readonly actions?: ReactNode }) {
  return (
    <section className={styles.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
