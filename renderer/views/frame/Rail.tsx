import { Inbox, LayoutGrid, ReceiptText, Server, Settings2, type LucideIcon } from 'lucide-react';
import { hrefOf, type Route } from '../../routing/route.ts';
import { useFrame } from '../../stores/use-stores.ts';
import { Emblem } from './Emblem.tsx';
import styles from './Rail.module.css';
import { RailFooter } from './RailFooter.tsx';

interface Place {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly route: Route;
  readonly holds: readonly Route['kind'][];
}

export const places: readonly Place[] = [
  { label: 'Inbox', icon: Inbox, route: { kind: 'inbox' }, holds: ['inbox'] },
  { label: 'Workers', icon: LayoutGrid, route: { kind: 'workers' }, holds: ['workers', 'new_worker', 'worker'] },
  { label: 'Environments', icon: Server, route: { kind: 'environments' }, holds: ['environments', 'external'] },
  { label: 'Ledger', icon: ReceiptText, route: { kind: 'ledger' }, holds: ['ledger'] },
  { label: 'Settings', icon: Settings2, route: { kind: 'settings' }, holds: ['settings'] },
];

export function Rail({ route }: { readonly route: Route }) {
  const waiting = useFrame((state) => state.frame?.inbox ?? 0);
  return (
    <div className={styles.rail}>
      <p className={styles.brand}><Emblem /> Bailiwick</p>
      <nav aria-label="Views" className={styles.places}>
        {places.map(({ label, icon: Icon, route: target, holds }) => (
          <a key={label} className={styles.place} href={hrefOf(target)} aria-current={holds.includes(route.kind) ? 'page' : undefined}>
            <Icon aria-hidden /> {label}{target.kind === 'inbox' && waiting > 0 && <span className={styles.count} aria-label={`${waiting} waiting`}>{waiting}</span>}
          </a>
        ))}
      </nav>
      <RailFooter />
    </div>
  );
}
