import { useEffect, useId, useRef, type ReactNode } from 'react';
import { cx } from '../styles/cx.ts';
import styles from './DataGrid.module.css';
import { GridRow, rowIndexOf } from './GridRow.tsx';
import { useGridCursor } from './use-grid-cursor.ts';
import type { ListPlace } from '../stores/list-place.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useLeftPlace } from './use-left-place.ts';
import { useRevealed } from './use-revealed.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

const rowHeight = 34;
const headHeight = 31;

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'end';
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Absent while the row's page is being read. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Of each row its own: where rows move, somebody who presses on one while they do opens that one or none. */
  readonly keyOf: (row: Row) => string;
  /** The view's own class: it sets `--tracks`, and leaves out columns where there is no room. */
  readonly className: string | undefined;
  readonly selectedKey?: string | undefined;
  /** Where the selected row is: it is brought into sight when another one is selected. */
  readonly selectedIndex?: number | undefined;
  /** Enter or a click on a row. */
  readonly onOpen?: (row: Row) => void;
  /** Which rows open, where not all do. */
  readonly canOpen?: (row: Row) => boolean;
  /** The rows drawn, whenever they change: what is missing of them can be read. */
  readonly onRange?: (first: number, last: number) => void;
  /** Grows by one for each row added on top, so that what is being read stays in its place. */
  readonly addedOnTop?: number;
  /** Where somebody was when they left this list. */
  readonly place?: ListPlace | null;
  readonly onLeave?: (place: ListPlace) => void;
  /** Without an edge of its own, inside a card. */
  readonly bare?: boolean;
}

/** A grid of any length: one row's height for all, only those in sight drawn, one tab stop, moved through by keys. */
export function DataGrid<Row>(props: Props<Row>) {
  const { label, columns, count, rowAt, keyOf, className, selectedKey, selectedIndex, onOpen, canOpen, onRange, addedOnTop = 0, place = null, onLeave, bare = false } = props;
  const id = useId();
  const openRow = (row: Row | undefined): void => { if (row !== undefined && (canOpen?.(row) ?? true)) onOpen?.(row); };
  const scroll = useRef<HTMLDivElement>(null);
  const { first, last, rows, height, toIndex } = useRowsInSight({ scroll, count, rowHeight, headHeight, startAt: place?.scrollTop ?? 0 });
  const cursor = useGridCursor({ count, start: place?.index ?? 0, scroll, rowHeight, headHeight, toIndex, open: (index) => { openRow(rowAt(index)); } });
  useKeptPlace(scroll, addedOnTop, rowHeight, cursor.shift);
  useLeftPlace(scroll, cursor.index, onLeave);
  useRevealed(selectedKey, selectedIndex, cursor.goTo);

  const pick = (target: EventTarget): void => {
    const index = rowIndexOf(target);
    if (index === undefined) return;
    cursor.moveTo(index);
    openRow(rowAt(index));
  };

  useEffect(() => { if (last >= first) onRange?.(first, last); }, [first, last, onRange]);

  return (
    <div className={styles.grid} data-bare={bare || undefined}>
      <div
        ref={scroll} className={cx(styles.scroll, className)} role="grid" aria-label={label} aria-rowcount={count + 1} tabIndex={0}
        aria-activedescendant={cursor.index >= first && cursor.index <= last ? `${id}-${cursor.index}` : undefined} onKeyDown={cursor.onKeyDown} onFocus={cursor.onFocus}
      >
        <div className={styles.head} role="row" aria-rowindex={1}>
          {columns.map(({ key, header, align }) => (
            <span key={key} role="columnheader" className={styles.cell} data-column={key} data-align={align}><span className={styles.content}>{header}</span></span>
          ))}
        </div>
        <div className={styles.body} role="rowgroup" style={{ height: height }} onClick={(event) => { pick(event.target); }}>
          <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
            {rows.map((index) => {
              const row = rowAt(index);
              return (
                <GridRow
                  key={row === undefined ? `at ${index}` : keyOf(row)} id={`${id}-${index}`} index={index} row={row} columns={columns} active={index === cursor.index}
                  selected={row !== undefined && selectedKey !== undefined && keyOf(row) === selectedKey} opens={onOpen !== undefined && row !== undefined && (canOpen?.(row) ?? true)}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}
