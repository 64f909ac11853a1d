import { useEngines } from '../../stores/use-stores.ts';
import styles from './EnvironmentsView.module.css';

/** Docker's contexts that lead nowhere this console can go, and why. */
export function UnusableContexts() {
  const unusable = useEngines((state) => state.unusable);
  if (unusable.length === 0) return null;
  return (
    <section className={styles.unusable} aria-label="Docker contexts that cannot be used">
      <h2>Docker contexts that cannot be used</h2>
      <ul>{unusable.map(({ file, says }) => <li key={file}>{says}<code title={file}>{file}</code></li>)}</ul>
    </section>
  );
}
