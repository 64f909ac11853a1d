import type { ReactNode } from 'react';
import styles from './Tag.module.css';

export function Tag({ children, tone = 'plain' }: { readonly children: ReactNode; readonly tone?: 'plain' | 'ours' | 'warn' }) {
  return <span className={styles.tag} data-tone={tone}>{children}</span>;
}
