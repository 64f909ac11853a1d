import type { FrameState } from '../../../shared/bridge-values.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { hrefOf } from '../../routing/route.ts';
import { useFrame } from '../../stores/use-stores.ts';
import styles from './UnconfirmedDialog.module.css';

type Unconfirmed = FrameState['unconfirmed'][number];

const none: readonly Unconfirmed[] = [];

export function UnconfirmedDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const unconfirmed = useFrame((state) => state.frame?.unconfirmed ?? none);
  return (
    <Dialog title="Unconfirmed" isOpen={isOpen} onClose={onClose} size="wide">
      <p className={styles.lead}>
        Each of these was asked and has no answer that counts. It may have happened or not. None is asked again until what the engine shows decides it.
      </p>
      {unconfirmed.length === 0 ? <p>All settled by now.</p> : (
        <ul className={styles.list}>{unconfirmed.map((item) => <Item key={item.attempt} item={item} onGo={onClose} />)}</ul>
      )}
    </Dialog>
  );
}

function Item({ item, onGo }: { readonly item: Unconfirmed; readonly onGo: () => void }) {
  return (
    <li>
      <span className={styles.what}><Evidence mark="unconfirmed" says={item.label} /></span>
      <span>asked <InstantText at={item.at} /></span>
      {item.binding && <a href={hrefOf({ kind: 'worker', binding: item.binding, tab: 'custody' })} onClick={onGo} aria-label={`Go to the worker: ${item.label}`}>Go to the worker</a>}
    </li>
  );
}
