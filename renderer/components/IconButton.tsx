import type { LucideIcon } from 'lucide-react';
import { Button, TooltipTrigger } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Button.module.css';
import { Hint } from './Hint.tsx';

interface Props {
  readonly icon: LucideIcon;
  /** Its accessible name, also shown on hover and focus. */
  readonly label: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
}

export function IconButton({ icon: Icon, label, onPress, isDisabled = false }: Props) {
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      <Button className={cx(styles.button)} data-tone="quiet" data-icon-only aria-label={label} onPress={onPress} isDisabled={isDisabled}>
        <Icon aria-hidden />
      </Button>
      <Hint>{label}</Hint>
    </TooltipTrigger>
  );
}
