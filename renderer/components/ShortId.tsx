import { shortId } from '../words/short-id.ts';
import styles from './ShortId.module.css';

/** An id inside a row, where the whole row is the thing one can act on. Under a heading that says hash, its algorithm is left out. */
export function ShortId({ value, hash = false }: { readonly value: string; readonly hash?: boolean }) {
  return <span className={styles.short} title={value}>{shortId(value).replace(hash ? 'sha256:' : '', '')}</span>;
}
