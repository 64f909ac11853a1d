import styles from './Progress.module.css';

/** How much is done; `total` is 0 while nobody knows. */
export function Progress({ label, done, total }: { readonly label: string; readonly done: number; readonly total: number }) {
  const known = total > 0 ? { value: Math.min(done, total), max: total } : {};
  return <progress className={styles.progress} aria-label={label} {...known} />;
}
