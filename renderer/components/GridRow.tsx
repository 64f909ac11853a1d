import type { Column } from './DataGrid.tsx';
import styles from './DataGrid.module.css';

interface Props<Row> {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  readonly active: boolean;
  readonly selected: boolean;
  readonly opens: boolean;
  readonly onPick: () => void;
}

/** The row's place is computed; everything else of its look is in the style sheet. */
export function GridRow<Row>({ id, index, top, row, columns, active, selected, opens, onPick }: Props<Row>) {
  return (
    <div
      id={id} className={styles.row} role="row" aria-rowindex={index + 2} aria-selected={selected} aria-busy={row === undefined || undefined}
      data-active={active || undefined} data-opens={opens || undefined} style={{ transform: `translateY(${top}px)` }} onClick={onPick}
    >
      {columns.map(({ key, cell, align }) => (
        <span key={key} role="gridcell" className={styles.cell} data-column={key} data-align={align}>
          {row === undefined ? <span className={styles.blank} /> : <span className={styles.content}>{cell(row)}</span>}
        </span>
      ))}
    </div>
  );
}
