import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Button.module.css';

interface Props {
  readonly children: ReactNode;
  readonly onPress?: (event: PressEvent) => void;
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly icon?: LucideIcon;
  readonly isDisabled?: boolean | undefined;
  /** Asked, no answer yet: keeps its place and its focus, and cannot be asked again. */
  readonly isPending?: boolean | undefined;
  readonly type?: 'button' | 'submit';
  readonly slot?: string;
  readonly autoFocus?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
}

export function Button({ children, tone = 'plain', size = 'normal', icon: Icon, isDisabled = false, isPending = false, onPress, ...rest }: Props) {
  const press = isPending || !onPress ? {} : { onPress };
  return (
    <AriaButton className={cx(styles.button)} data-tone={tone} data-size={size} data-asking={isPending || undefined} isDisabled={isDisabled} aria-disabled={isPending} {...rest} {...press}>
      {Icon && <Icon aria-hidden />}
      {children}
    </AriaButton>
  );
}
