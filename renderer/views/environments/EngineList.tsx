import type { EngineRow, EngineSource } from '../../../shared/bridge-values.ts';
import { readEndpoint } from '../../../shared/endpoint.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { Evidence } from '../../components/Evidence.tsx';
import { Tag } from '../../components/Tag.tsx';
import { hrefOf } from '../../routing/route.ts';
import styles from './EnvironmentsView.module.css';

/** How it is dialled. */
export function kindWord(endpoint: Endpoint): string {
  const reach = readEndpoint(endpoint);
  if (typeof reach === 'string') return 'unknown';
  switch (reach.kind) {
    case 'unix': return 'socket';
    case 'ssh': return 'ssh';
    case 'tls': return 'TLS';
  }
}

export const sourceWords: Readonly<Record<EngineSource, string>> = { found: 'found', typed: 'typed in', private: 'private' };

export function EngineList({ engines, shown }: { readonly engines: readonly EngineRow[]; readonly shown: Endpoint | undefined }) {
  return (
    <nav aria-label="Engines">
      <ul className={styles.list}>
        {engines.map(({ endpoint, label, source, where, state }) => (
          <li key={endpoint}>
            <a className={styles.engine} href={hrefOf({ kind: 'environments', endpoint })} aria-current={endpoint === shown ? 'true' : undefined}>
              <strong title={label}>{label}</strong><Tag>{kindWord(endpoint)}</Tag>
              <code title={endpoint}>{endpoint}</code>
              <small className={styles.where}>{[sourceWords[source], where].filter((words) => words !== undefined).join(', ')}</small>
              <span className={styles.state}><Evidence {...state} /></span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
