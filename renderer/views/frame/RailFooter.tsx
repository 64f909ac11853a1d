import { Button } from 'react-aria-components';
import type { FrameState } from '../../../shared/bridge-values.ts';
import { describeLedgerTrouble } from '../../../shared/ledger-trouble.ts';
import { countText, numberText } from '../../../shared/quantities.ts';
import { sealedMark, type SealedMark } from '../../../shared/sealing.ts';
import { EvidenceMark } from '../../components/EvidenceMark.tsx';
import { hrefOf } from '../../routing/route.ts';
import { openOverlay } from '../../stores/overlay-store.ts';
import { useFrame } from '../../stores/use-stores.ts';
import { cx } from '../../styles/cx.ts';
import { sealText } from '../../words/seal-text.ts';
import styles from './RailFooter.module.css';
import { RailTasks } from './RailTasks.tsx';

const mostEngines = 4;

/** What is always in sight: what runs, each engine, the ledger, and what is not settled. */
export function RailFooter() {
  const frame = useFrame((state) => state.frame);
  return (
    <>
      <RailTasks />
      <footer className={styles.footer} aria-label="State">
        {frame && <Engines engines={frame.engines} />}
        {frame && <Ledger ledger={frame.ledger} />}
        {frame && frame.unconfirmed.length > 0 && <Unconfirmed count={frame.unconfirmed.length} />}
      </footer>
    </>
  );
}

function Engines({ engines }: Pick<FrameState, 'engines'>) {
  const hidden = engines.length - mostEngines;
  return (
    <>
      {engines.length === 0 && (
        <a className={styles.line} href={hrefOf({ kind: 'environments' })}>
          <EvidenceMark mark="none" /><span className={styles.label}>No engine found</span>
        </a>
      )}
      {engines.slice(0, mostEngines).map(({ endpoint, label, state, version }) => (
        <a key={endpoint} className={styles.line} data-state={state.mark} href={hrefOf({ kind: 'environments', endpoint })} title={`${label}: ${state.says}`}>
          <EvidenceMark mark={state.mark} label={state.says} /><span className={styles.label}>{label}</span>
          <small>{version}</small>
        </a>
      ))}
      {hidden > 0 && <a className={styles.line} href={hrefOf({ kind: 'environments' })}>and {countText(hidden, 'more engine')}</a>}
    </>
  );
}

const unread: SealedMark = { mark: 'refused', label: 'Ledger cannot be read', says: 'No effect is started.' };

/** How far the ledger is covered by a signed checkpoint, and how many receipts are not yet. */
function Ledger({ ledger }: Pick<FrameState, 'ledger'>) {
  const { sealing, trouble, isRead } = ledger;
  const { mark, label, says } = isRead ? sealedMark(sealing) : unread;
  const full = `Ledger. ${trouble ? `${describeLedgerTrouble(trouble).title}. ` : ''}${says} ${isRead ? sealText(sealing) : ''}`;
  return (
    <a className={styles.line} data-state={mark} href={hrefOf({ kind: 'ledger' })} title={full}>
      <EvidenceMark mark={mark} label={full} />
      <span className={styles.label}>{label}</span>
      {isRead && <small>{numberText(sealing.sealed)}{sealing.unsealed > 0 && ` +${numberText(sealing.unsealed)}`}</small>}
    </a>
  );
}

function Unconfirmed({ count }: { readonly count: number }) {
  return (
    <Button className={cx(styles.line)} data-state="unconfirmed" onPress={() => { openOverlay('unconfirmed'); }}>
      <EvidenceMark mark="unconfirmed" /><span className={styles.label}>{numberText(count)} unconfirmed</span>
    </Button>
  );
}
