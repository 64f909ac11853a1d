import styles from './Waiting.module.css';

/** Says what is being read, once it takes long enough to notice. */
export const Waiting = ({ children }: { readonly children: string }) => <p role="status" className={styles.waiting}>{children}</p>;
