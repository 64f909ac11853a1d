import type { ReactNode } from 'react';
import { Tooltip } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Hint.module.css';

/** What appears beside a thing on hover and focus. Stands inside a TooltipTrigger. */
export function Hint({ children, mono = false }: { readonly children: ReactNode; readonly mono?: boolean }) {
  return (
    <Tooltip className={cx(styles.hint)} offset={6} data-mono={mono || undefined}>
      {children}
    </Tooltip>
  );
}
