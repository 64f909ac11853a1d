import { LayoutGrid, ReceiptText, Server, Settings2, type LucideIcon } from 'lucide-react';
import { hrefOf, type Route } from '../../routing/route.ts';
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
  { label: 'Workers', icon: LayoutGrid, route: { kind: 'workers' }, holds: ['workers', 'new_worker', 'worker'] },
  { label: 'Environments', icon: Server, route: { kind: 'environments' }, holds: ['environments'] },
  { label: 'Ledger', icon: ReceiptText, route: { kind: 'ledger' }, holds: ['ledger'] },
  { label: 'Settings', icon: Settings2, route: { kind: 'settings' }, holds: ['settings'] },
];

export function Rail({ route }: { readonly route: Route }) {
  return (
    <div className={styles.rail}>
      <p className={styles.brand}><Emblem /> Bailiwick</p>
      <nav aria-label="Views" className={styles.places}>
        {places.map(({ label, icon: Icon, route: target, holds }) => (
          <a key={label} className={styles.place} href={hrefOf(target)} aria-current={holds.includes(route.kind) ? 'page' : undefined}>
            <Icon aria-hidden /> {label}
          </a>
        ))}
      </nav>
      <RailFooter />
    </div>
  );
}
