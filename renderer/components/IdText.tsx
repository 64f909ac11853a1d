import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, TooltipTrigger } from 'react-aria-components';
import { useCopy } from '../stores/use-stores.ts';
import { cx } from '../styles/cx.ts';
import { shortId } from '../words/short-id.ts';
import { Hint } from './Hint.tsx';
import styles from './IdText.module.css';

/**
 * An id in short, in full on hover and focus, and to take along by pressing it. `what` names it: "container id". Under a
 * heading that says hash, its algorithm is left out of what is drawn.
 */
export function IdText({ value, what, hash = false }: { readonly value: string; readonly what: string; readonly hash?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = useCopy();
  const forget = (): void => { setCopied(false); };
  return (
    <TooltipTrigger delay={250} closeDelay={0}>
      <Button
        className={cx(styles.id)}
        aria-label={`Copy ${what} ${value}`}
        data-copied={copied || undefined}
        onBlur={forget}
        onHoverEnd={forget}
        onPress={() => {
          copy(value, what);
          setCopied(true);
        }}
      >
        <span className={styles.value}>{shortId(value).replace(hash ? 'sha256:' : '', '')}</span>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </Button>
      <Hint mono>{value}</Hint>
    </TooltipTrigger>
  );
}
