import { memo } from 'react';
import type { Column } from './DataGrid.tsx';
import styles from './DataGrid.module.css';

interface Props<Row> {
  readonly id: string;
  readonly index: number;
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  readonly active: boolean;
  readonly selected: boolean;
  readonly opens: boolean;
}

function DrawnRow<Row>({ id, index, row, columns, active, selected, opens }: Props<Row>) {
  return (
    <div
      id={id} className={styles.row} role="row" aria-rowindex={index + firstRowIndex} aria-selected={selected} aria-busy={row === undefined || undefined}
      data-active={active || undefined} data-opens={opens || undefined}
    >
      {columns.map(({ key, cell, align }) => (
        <span key={key} role="gridcell" className={styles.cell} data-column={key} data-align={align}>
          {row === undefined ? <span className={styles.blank} /> : <span className={styles.content}>{cell(row)}</span>}
        </span>
      ))}
    </div>
  );
}

/** While a list is scrolled, most rows stay as they are: only those that come into sight are drawn. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;

/** Which row somebody pointed at, if any. */
export function rowIndexOf(target: EventTarget): number | undefined {
  const place = target instanceof Element ? target.closest('[role="row"]')?.getAttribute('aria-rowindex') : null;
  return place ? Number(place) - firstRowIndex : undefined;
}

/** The head is the first row, and they are counted from one. */
const firstRowIndex = 2;
