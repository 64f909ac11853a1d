import type { ReactNode } from 'react';
import styles from './Page.module.css';

/** A view's own space. `fixed` when a long list in it scrolls instead of the page. */
export const Page = ({ children, fixed = false }: { readonly children: ReactNode; readonly fixed?: boolean }) => (
  <div className={styles.page} data-fixed={fixed || undefined}>{children}</div>
);

export const Bar = ({ children, end }: { readonly children?: ReactNode; readonly end?: ReactNode }) => (
  <div className={styles.bar}>
    {children}
    {end && <div className={styles.end}>{end}</div>}
  </div>
);

export const Foot = ({ children }: { readonly children: ReactNode }) => <p className={styles.foot}>{children}</p>;
