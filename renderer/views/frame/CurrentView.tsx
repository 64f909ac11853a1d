import { hrefOf, type Route } from '../../routing/route.ts';
import { WorkersView } from '../workers/WorkersView.tsx';
import { EnvironmentsView, ExternalPage, InboxView, LedgerView, NewWorkerView, SettingsView, WorkerView } from './later-views.ts';
import { UnknownView } from './UnknownView.tsx';

export function CurrentView({ route }: { readonly route: Route }) {
  switch (route.kind) {
    case 'inbox': return <InboxView />;
    case 'workers': return <WorkersView />;
    case 'new_worker': return <NewWorkerView />;
    case 'worker': return <WorkerView key={route.binding} binding={route.binding} tab={route.tab} />;
    case 'environments': return <EnvironmentsView endpoint={route.endpoint} />;
    case 'external': return <ExternalPage key={hrefOf(route)} endpoint={route.endpoint} resource={route.resource} id={route.id} />;
    case 'ledger': return <LedgerView seq={route.seq} />;
    case 'settings': return <SettingsView />;
    case 'unknown': return <UnknownView hash={route.hash} />;
  }
}
