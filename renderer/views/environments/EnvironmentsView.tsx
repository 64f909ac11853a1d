import type { EngineRow } from '../../../shared/bridge-values.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { Page } from '../../components/Page.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { valueOf } from '../../stores/loaded.ts';
import { useEngines, useStores, useWatched } from '../../stores/use-stores.ts';
import { AddEndpoint } from './AddEndpoint.tsx';
import { CandidateDetail } from './CandidateDetail.tsx';
import { EngineDetail } from './EngineDetail.tsx';
import { EngineList } from './EngineList.tsx';
import { InstallHelp } from './InstallHelp.tsx';
import { UnusableContexts } from './UnusableContexts.tsx';
import styles from './EnvironmentsView.module.css';

export function EnvironmentsView({ endpoint }: { readonly endpoint: Endpoint | undefined }) {
  useWatched(useStores().engines);
  const engines = useEngines((state) => valueOf(state.engines));
  if (!engines) return <Page><Waiting>Looking for engines.</Waiting></Page>;
  const shown = engineToShow(engines, endpoint);
  return (
    <div className={styles.split}>
      <div className={styles.engines}>
        {engines.length > 0 && <EngineList engines={engines} shown={shown?.endpoint} />}
        <AddEndpoint />
        <UnusableContexts />
      </div>
      <div className={styles.detail}>
        {shown ? <Detail key={shown.endpoint} row={shown} /> : <InstallHelp />}
      </div>
    </div>
  );
}

const Detail = ({ row }: { readonly row: EngineRow }) => (row.isCandidate ? <CandidateDetail row={row} /> : <EngineDetail row={row} />);

/** The engine asked for; else the first that answers, or simply the first. */
function engineToShow(engines: readonly EngineRow[], endpoint: Endpoint | undefined): EngineRow | undefined {
  return engines.find((row) => row.endpoint === endpoint) ?? engines.find(({ facts }) => facts) ?? engines[0];
}
