import { LedgerDamagedError } from '../ledger-errors.ts';

const codes = /^SQLITE_(CORRUPT|NOTADB|TOOBIG|IOERR_(READ|SHORT_READ|CORRUPTFS))/;

const isUnreadable = (error: unknown): boolean => error instanceof LedgerDamagedError || (error instanceof Error && 'code' in error && codes.test(String(error.code)));

/** What is read; undefined where the place of it in the file cannot be read. */
export function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  /** What comes after them cannot be read. */
  readonly isCutOff: boolean;
}

/** The rows up to the first that cannot be read. */
export function readableRows<Row>(rows: Iterable<Row>): ReadRows<Row> {
  const read: Row[] = [];
  const isWhole = readable(() => {
    for (const row of rows) read.push(row);
    return true;
  });
  return { rows: read, isCutOff: !isWhole };
}
