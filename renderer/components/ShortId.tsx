import { shortId } from '../words/short-id.ts';
import styles from './ShortId.module.css';

/** An id inside a row, where the whole row is the thing one can act on. */
export function ShortId({ value }: { readonly value: string }) {
  return <span className={styles.short} title={value}>{shortId(value)}</span>;
}
