import type { Endpoint } from '../../../shared/ids.ts';
import type { EngineHolder } from '../../../shared/private-engine.ts';
import { countText } from '../../../shared/quantities.ts';
import { EvidenceMark } from '../../components/EvidenceMark.tsx';
import { hrefOf, type Route } from '../../routing/route.ts';
import styles from './PrivateEngine.module.css';

const mostNamed = 8;

const routeTo = (endpoint: Endpoint, holder: EngineHolder): Route =>
  holder.kind === 'worker' ? { kind: 'worker', binding: holder.binding, tab: 'custody' } : { kind: 'external', endpoint, resource: holder.resource, id: holder.id };

/** Why it cannot be stopped yet, and the way to what has to go before. */
export function EngineHolders({ endpoint, holders }: { readonly endpoint: Endpoint; readonly holders: readonly EngineHolder[] }) {
  const more = holders.length - mostNamed;
  return (
    <div className={styles.held}>
      <p><EvidenceMark mark="none" /> Its stop unlocks when nothing of this console’s is held on it: {countText(holders.length, 'holder')} left.</p>
      <ul aria-label="Held on it">
        {holders.slice(0, mostNamed).map((holder) => (
          <li key={`${holder.kind} ${holder.name}`}><a href={hrefOf(routeTo(endpoint, holder))}>{holder.name}</a> <small>{holder.kind === 'worker' ? 'worker' : holder.resource}</small></li>
        ))}
        {more > 0 && <li>{countText(more, 'more', 'more')}</li>}
      </ul>
    </div>
  );
}
