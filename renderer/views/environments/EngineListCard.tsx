import type { ListedThing } from '../../../shared/external-view.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { countText } from '../../../shared/quantities.ts';
import type { ResourceKind } from '../../../shared/reference.ts';
import { Card } from '../../components/Card.tsx';
import { DataGrid, type Column } from '../../components/DataGrid.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { navigate } from '../../routing/use-route.ts';
import type { Loaded } from '../../stores/loaded.ts';
import { ListedCustodyTag } from './CustodyTag.tsx';
import styles from './EngineDetail.module.css';

interface Props<Row extends ListedThing> {
  readonly title: string;
  readonly resource: ResourceKind;
  readonly endpoint: Endpoint;
  readonly rows: Loaded<readonly Row[]>;
  readonly columns: readonly Column<Row>[];
  readonly className: string | undefined;
  readonly idOf: (row: Row) => string;
}

/** Things on an engine, in the same four groups as its containers. A row opens what may be decided about it. */
export function EngineListCard<Row extends ListedThing>({ title, resource, endpoint, rows, columns, className, idOf }: Props<Row>) {
  const listed = rows.phase === 'ready' ? rows.value : [];
  const open = (row: Row): void => {
    const { owner } = row.standing;
    navigate(owner ? { kind: 'worker', binding: owner.binding, tab: 'custody' } : { kind: 'external', endpoint, resource, id: idOf(row) });
  };
  return (
    <Card title={title} aside={rows.phase === 'ready' ? countText(listed.length, resource) : undefined}>
      <div className={styles.images}>
        {rows.phase === 'loading' && <Waiting>{`Listing ${title.toLowerCase()}.`}</Waiting>}
        {rows.phase === 'ready' && listed.length === 0 && <p className={styles.none}>There is no {resource} on this engine.</p>}
        {listed.length > 0 && <DataGrid label={title} bare className={className} columns={columns} count={listed.length} rowAt={(index) => listed[index]} keyOf={idOf} onOpen={open} />}
      </div>
      <RefusalNote refusal={rows.phase === 'refused' ? rows.refusal : undefined} />
    </Card>
  );
}

/** A worker stands for its own container. */
export function Users({ row: { usedBy, standing } }: { readonly row: ListedThing }) {
  const seat = standing.owner?.seat;
  const says = seat ?? usedBy.join(', ');
  return says === '' ? null : <span title={usedBy.join(', ') || seat}>{says}</span>;
}

export const custodyColumn: Column<ListedThing> = { key: 'custody', header: 'Custody', cell: ({ standing }) => <ListedCustodyTag group={standing.group} transferred={standing.transferred} why={standing.why} /> };
