import type { EvidenceMark as Mark } from '../../shared/evidence-mark.ts';
import { EvidenceMark } from './EvidenceMark.tsx';
import styles from './Evidence.module.css';

/** A mark with its words: how the window says what it knows. */
export function Evidence({ mark, says, wraps = false }: { readonly mark: Mark; readonly says: string; readonly wraps?: boolean }) {
  return (
    <span className={styles.evidence} data-mark={mark} data-wraps={wraps || undefined}>
      <EvidenceMark mark={mark} />
      <span className={styles.words} title={wraps ? undefined : says}>{says}</span>
    </span>
  );
}
