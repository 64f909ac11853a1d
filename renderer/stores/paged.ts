/** Rows of a long list, read a page at a time and only where somebody looks. */
export interface Paged<Row> {
  readonly total: number;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

export const pageSize = 200;
const mostPages = 50;

export const noPages: Paged<never> = { total: 0, pages: new Map<number, never>() };

export const pagedRowAt = <Row>({ pages }: Paged<Row>, index: number): Row | undefined => pages.get(Math.floor(index / pageSize))?.[index % pageSize];

/** The pages that hold rows `first` to `last`. */
export function pagesOf(first: number, last: number): readonly number[] {
  if (last < first) return [];
  const from = Math.floor(first / pageSize);
  return Array.from({ length: Math.floor(last / pageSize) - from + 1 }, (_, index) => from + index);
}

/** Keeps the pages nearest to the one just read. */
export function withPage<Row>({ pages }: Paged<Row>, page: number, rows: readonly Row[], total: number): Paged<Row> {
  const next = new Map(pages).set(page, rows);
  if (next.size > mostPages) {
    const farthest = [...next.keys()].reduce((far, key) => (Math.abs(key - page) > Math.abs(far - page) ? key : far), page);
    next.delete(farthest);
  }
  return { total, pages: next };
}

/**
 * Reads each missing page once. `restart` forgets what is under way, so that a late answer about another list is not
 * taken for this one's.
 */
export function pageReader(read: (page: number) => Promise<void>) {
  let underWay = new Set<number>();
  return {
    need(pages: readonly number[]): Promise<void> {
      const mine = underWay;
      const wanted = pages.filter((page) => !mine.has(page));
      return Promise.all(wanted.map((page) => {
        mine.add(page);
        return read(page).finally(() => mine.delete(page));
      })).then(() => undefined);
    },
    restart(): void {
      underWay = new Set();
    },
  };
}
