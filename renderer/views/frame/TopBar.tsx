import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { Keys } from '../../components/Keys.tsx';
import { hrefOf, type Route } from '../../routing/route.ts';
import { openOverlay } from '../../stores/overlay-store.ts';
import { useStores, useWorkers } from '../../stores/use-stores.ts';
import { valueOf } from '../../stores/loaded.ts';
import { cx } from '../../styles/cx.ts';
import { shortId } from '../../words/short-id.ts';
import styles from './TopBar.module.css';

interface Crumb {
  readonly label: string;
  readonly href: string;
}

export function TopBar({ route }: { readonly route: Route }) {
  const { before, title } = useCrumbs(route);
  useEffect(() => { document.title = `${title}, Bailiwick`; }, [title]);
  return (
    <header className={styles.top}>
      <nav aria-label="Breadcrumb" className={styles.crumbs}>
        <ol>
          {before.map(({ label, href }) => <li key={href}><a href={href}>{label}</a><span className={styles.slash} aria-hidden>/</span></li>)}
          <li><h1 tabIndex={-1} title={title}>{title}</h1></li>
        </ol>
      </nav>
      <Button className={cx(styles.find)} onPress={() => { openOverlay('palette'); }}>
        <Search aria-hidden /> Find or do <Keys>Ctrl K</Keys>
      </Button>
    </header>
  );
}

const environments: Crumb = { label: 'Environments', href: hrefOf({ kind: 'environments' }) };
const workers: Crumb = { label: 'Workers', href: hrefOf({ kind: 'workers' }) };

function useCrumbs(route: Route): { readonly before: readonly Crumb[]; readonly title: string } {
  const rows = useWorkers((state) => valueOf(state.workers));
  const { workers: store } = useStores();
  const missing = route.kind === 'worker' && !rows?.some(({ binding }) => binding === route.binding);
  // A worker's seat never changes: one reading is enough for its heading.
  useEffect(() => { if (missing) void store.getState().load(); }, [missing, store]);
  switch (route.kind) {
    case 'inbox': return { before: [], title: 'Inbox' };
    case 'workers': return { before: [], title: 'Workers' };
    case 'new_worker': return { before: [workers], title: 'New worker' };
    case 'worker': return { before: [workers], title: rows?.find(({ binding }) => binding === route.binding)?.seat ?? 'Worker' };
    case 'environments': return { before: [], title: 'Environments' };
    case 'external': return { before: [environments, { label: 'Its engine', href: hrefOf({ kind: 'environments', endpoint: route.endpoint }) }], title: route.resource === 'container' ? shortId(route.id) : route.id };
    case 'ledger': return { before: [], title: 'Ledger' };
    case 'settings': return { before: [], title: 'Settings' };
    case 'unknown': return { before: [], title: 'No such place' };
  }
}
