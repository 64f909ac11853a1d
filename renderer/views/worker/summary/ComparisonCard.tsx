import { comparisonRows, isReach, type ComparisonRow } from '../../../../shared/comparison.ts';
import { countText } from '../../../../shared/quantities.ts';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { EvidenceMark } from '../../../components/EvidenceMark.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { ShortId } from '../../../components/ShortId.tsx';
import { Table } from '../../../components/Table.tsx';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import styles from './ComparisonCard.module.css';

const head = (
  <>
    <th scope="col">Property</th>
    <th scope="col"><span><EvidenceMark mark="asked" />Requested</span></th>
    <th scope="col"><span><EvidenceMark mark="accepted" />Admitted</span></th>
    <th scope="col"><span><EvidenceMark mark="seen" />Observed</span></th>
  </>
);

export function ComparisonCard() {
  const { binding } = useWorkerView();
  const rows = comparisonRows(binding);
  const differing = rows.filter(({ agrees }) => agrees === 'no').length;
  const aside = differing > 0 ? <Evidence mark="refused" says={`${countText(differing, 'property', 'properties')} not as requested`} /> : undefined;
  const foot = (
    <span>
      Requested: as it was asked for, <ReceiptLink seq={binding.requested.seq} />.{' '}
      {binding.admitted ? <>Admitted: read from the engine <InstantText at={binding.admitted.at} />. </> : 'The engine was not asked yet what it admits. '}
      {binding.observed ? <>Observed: read in the guest <InstantText at={binding.observed.at} />.</> : 'Nothing was read in the guest yet.'}
      {binding.reach && <> Reach: tried from inside <InstantText at={binding.reach.at} />.</>}
    </span>
  );
  return (
    <Card title="Limits, isolation and versions" aside={aside} foot={foot}>
      <div className={styles.compared}><Table label="Limits, isolation and versions" head={head}>{rows.map((row) => <Row key={row.aspect} row={row} />)}</Table></div>
    </Card>
  );
}

function Row({ row }: { readonly row: ComparisonRow }) {
  const { label, requested, admitted, observed, agrees } = row;
  const isTried = isReach(row);
  return (
    <tr>
      <th scope="row"><span className={styles.aspect}>{label}{agrees === 'no' && <EvidenceMark mark="refused" label="not as requested" />}</span></th>
      <td><Value row={row} text={requested} /></td>
      <td><Cell row={row} reading={admitted} missing={isTried ? 'no engine says it' : 'not read'} /></td>
      <td><Cell row={row} reading={observed} missing={isTried ? 'not tried' : 'not seen'} /></td>
    </tr>
  );
}

function Cell({ row, reading, missing }: { readonly row: ComparisonRow; readonly reading: ComparisonRow['admitted']; readonly missing: string }) {
  if (!reading) return <span className={styles.absent}>{missing}</span>;
  const differs = reading.value !== null && reading.value !== row.requested;
  return (
    <span className={styles.cell} data-differs={differs || undefined}>
      <span>{reading.value === null ? 'cannot be read' : <Value row={row} text={reading.value} />}</span>
      <small title={reading.source}>{reading.source}</small>
    </span>
  );
}

/** An image is its id: drawn in short, whole where one points at it. */
const Value = ({ row, text }: { readonly row: ComparisonRow; readonly text: string }) => (row.aspect === 'image' ? <ShortId value={text} hash /> : text);
