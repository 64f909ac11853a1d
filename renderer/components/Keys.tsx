import styles from './Keys.module.css';

export const Keys = ({ children }: { readonly children: string }) => <kbd className={styles.keys}>{children}</kbd>;
