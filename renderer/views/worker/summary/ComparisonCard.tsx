import { comparisonRows, isReach, type ComparisonRow } from '../../../../shared/comparison.ts';
import { countText } from '../../../../shared/quantities.ts';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { EvidenceMark } from '../../../components/EvidenceMark.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { Table } from '../../../components/Table.tsx';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import styles from './ComparisonCard.module.css';

const head = (
  <>
    <th scope="col">Limit</th>
    <th scope="col"><span><EvidenceMark mark="asked" />Requested</span></th>
    <th scope="col"><span><EvidenceMark mark="accepted" />Admitted</span></th>
    <th scope="col"><span><EvidenceMark mark="seen" />Observed</span></th>
  </>
);

export function ComparisonCard() {
  const { binding } = useWorkerView();
  const rows = comparisonRows(binding);
  const differing = rows.filter(({ agrees }) => agrees === 'no').length;
  const aside = differing > 0 ? <Evidence mark="refused" says={`${countText(differing, 'limit')} not as requested`} /> : undefined;
  const foot = (
    <span>
      {binding.admitted ? <>Admitted: read from the engine <InstantText at={binding.admitted.at} />. </> : 'The engine was not asked yet what it admits. '}
      {binding.observed ? <>Observed: read in the guest <InstantText at={binding.observed.at} />.</> : 'Nothing was read in the guest yet.'}
      {binding.reach && <> Reach: tried from inside <InstantText at={binding.reach.at} />.</>}
    </span>
  );
  return (
    <Card title="Limits and isolation" aside={aside} foot={foot}>
      <div className={styles.compared}><Table label="Limits and isolation" head={head}>{rows.map((row) => <Row key={row.aspect} row={row} />)}</Table></div>
    </Card>
  );
}

function Row({ row }: { readonly row: ComparisonRow }) {
  const { label, requested, admitted, observed, agrees } = row;
  const isTried = isReach(row);
  return (
    <tr>
      <th scope="row"><span className={styles.aspect}>{label}{agrees === 'no' && <EvidenceMark mark="refused" label="not as requested" />}</span></th>
      <td>{requested}</td>
      <td><Cell reading={admitted} requested={requested} missing={isTried ? 'no engine says it' : 'not read'} /></td>
      <td><Cell reading={observed} requested={requested} missing={isTried ? 'not tried' : 'not seen'} /></td>
    </tr>
  );
}

function Cell({ reading, requested, missing }: { readonly reading: ComparisonRow['admitted']; readonly requested: string; readonly missing: string }) {
  if (!reading) return <span className={styles.absent}>{missing}</span>;
  const differs = reading.value !== null && reading.value !== requested;
  return (
    <span className={styles.cell} data-differs={differs || undefined}>
      <span>{reading.value ?? 'cannot be read'}</span>
      <small title={reading.source}>{reading.source}</small>
    </span>
  );
}
