import type { EvidenceMark as Mark } from '../../shared/evidence-mark.ts';
import { cx } from '../styles/cx.ts';
import styles from './Evidence.module.css';

/** One of the seven marks. A mark never stands alone: `label` is what a screen reader says where no words are beside it. */
export function EvidenceMark({ mark, label, className }: { readonly mark: Mark; readonly label?: string; readonly className?: string | undefined }) {
  const named = label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const);
  return (
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" className={cx(styles.mark, className)} data-mark={mark} {...named}>
      {label !== undefined && <title>{label}</title>}
      <Shape mark={mark} />
    </svg>
  );
}

function Shape({ mark }: { readonly mark: Mark }) {
  switch (mark) {
    case 'asked': return <Ring />;
    case 'accepted': return <><Ring /><path d="M7 1.2a5.8 5.8 0 0 0 0 11.6z" fill="currentColor" stroke="none" /></>;
    case 'seen': return <circle cx="7" cy="7" r="6.5" fill="currentColor" stroke="none" />;
    case 'unconfirmed': return <><Ring /><path d="M2.2 8.4 8.4 2.2M3.1 11.1l8-8M5.7 11.7l6-6" strokeWidth="1.5" /></>;
    case 'needs_person': return <HalfFilledSquare />;
    case 'refused': return <path d="M7 .4 13.6 7 7 13.6.4 7z" fill="currentColor" stroke="none" />;
    case 'none': return <circle cx="7" cy="7" r="5.7" strokeWidth="1.5" strokeDasharray="0.1 2.88" strokeLinecap="round" />;
  }
}

const HalfFilledSquare = () => (
  <>
    <rect x="1.4" y="1.4" width="11.2" height="11.2" rx="1.6" strokeWidth="1.6" />
    <path d="M1.4 7h11.2v4a1.6 1.6 0 0 1-1.6 1.6H3A1.6 1.6 0 0 1 1.4 11z" fill="currentColor" stroke="none" />
  </>
);

const Ring = () => <circle cx="7" cy="7" r="5.7" strokeWidth="1.6" />;
