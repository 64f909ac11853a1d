import type { ReactNode } from 'react';
import styles from './Table.module.css';

/** A table of a few rows; long lists are a DataGrid. */
export function Table({ label, head, children }: { readonly label: string; readonly head: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.wrap}>
      <table className={styles.table} aria-label={label}>
        <thead><tr>{head}</tr></thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
