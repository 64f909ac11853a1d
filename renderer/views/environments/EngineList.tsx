import type { EngineRow, EngineSource } from '../../../shared/bridge-values.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { Evidence } from '../../components/Evidence.tsx';
import { Tag } from '../../components/Tag.tsx';
import { hrefOf } from '../../routing/route.ts';
import styles from './EnvironmentsView.module.css';

export const sourceWords: Readonly<Record<EngineSource, string>> = { found: 'found', typed: 'typed in', private: 'private' };

export function EngineList({ engines, shown }: { readonly engines: readonly EngineRow[]; readonly shown: Endpoint | undefined }) {
  return (
    <nav aria-label="Engines">
      <ul className={styles.list}>
        {engines.map(({ endpoint, label, source, state }) => (
          <li key={endpoint}>
            <a className={styles.engine} href={hrefOf({ kind: 'environments', endpoint })} aria-current={endpoint === shown ? 'true' : undefined}>
              <strong title={label}>{label}</strong><Tag>{sourceWords[source]}</Tag>
              <code title={endpoint}>{endpoint}</code>
              <span className={styles.state}><Evidence {...state} /></span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
