import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';

interface Props {
  readonly title: string;
  /** Beside the title: a tag, a count, a few words. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A titled region without a shadow: only what floats has one. */
export function Card({ title, aside, actions, foot, children }: Props) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside && <span className={styles.aside}>{aside}</span>}
        {actions && <span className={styles.actions}>{actions}</span>}
      </header>
      {children}
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </section>
  );
}
