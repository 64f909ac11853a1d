import type { ReactNode } from 'react';
import styles from './Columns.module.css';

/**
 * Columns of cards: what matters first, and an aside. With a `more` column, a wide window shows it between the two; a
 * narrower one below the first.
 */
export function Columns({ children, more, aside }: { readonly children: ReactNode; readonly more?: ReactNode; readonly aside: ReactNode }) {
  return (
    <div className={styles.wrap}>
      <div className={styles.columns} data-count={more ? 3 : 2}>
        <div className={styles.column} data-part="main">{children}</div>
        {more && <div className={styles.column} data-part="more">{more}</div>}
        <div className={styles.column} data-part="aside">{aside}</div>
      </div>
    </div>
  );
}
