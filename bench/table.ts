/** One measured thing. Ratios compare medians of one run; a time alone says little on a shared machine. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number | null;
  readonly ratio: number | null;
  readonly aim: string;
  readonly met: boolean;
}

export interface BenchContext {
  /** Where the container engine listens, or null where there is none. */
  readonly engine: string | null;
  /** Empty, for this file of measurements alone, and deleted afterwards. */
  readonly folder: string;
  readonly electron: { readonly executablePath: string; readonly args: readonly string[] };
}

/** What each `*.bench.ts` has as its default export. */
export type Bench = (context: BenchContext) => Promise<readonly BenchRow[]>;

interface Against {
  readonly name: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly reference: readonly number[];
  readonly maxRatio: number;
}

type AtLeast = Omit<Against, 'maxRatio'> & { readonly minRatio: number };

interface Within {
  readonly name: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly limit: number;
}

/** Aims at a share of what the reference takes in the same run. */
export function against({ name, unit, ours, reference, maxRatio }: Against): BenchRow {
  const [mine, theirs] = [median(ours), median(reference)];
  const ratio = mine / theirs;
  return { name, unit, ours: mine, reference: theirs, ratio, aim: `<= ${maxRatio} x reference`, met: ratio <= maxRatio };
}

/** Aims at a share of what the reference gets done in the same run: more is better. */
export function atLeast({ name, unit, ours, reference, minRatio }: AtLeast): BenchRow {
  const [mine, theirs] = [median(ours), median(reference)];
  const ratio = mine / theirs;
  return { name, unit, ours: mine, reference: theirs, ratio, aim: `>= ${minRatio} x reference`, met: ratio >= minRatio };
}

/** Aims at a fixed limit. */
export function within({ name, unit, ours, limit }: Within): BenchRow {
  const mine = median(ours);
  return { name, unit, ours: mine, reference: null, ratio: null, aim: `<= ${limit} ${unit}`, met: mine <= limit };
}

export function median(samples: readonly number[]): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function formatTable(rows: readonly BenchRow[]): string {
  const header = ['measure', 'unit', 'ours', 'reference', 'ratio', 'aim', 'met'];
  const lines = [header, ...rows.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)));
  return lines.map((cells) => cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('  ').trimEnd()).join('\n');
}

function cellsOf({ name, unit, ours, reference, ratio, aim, met }: BenchRow): string[] {
  return [name, unit, figure(ours), figure(reference), figure(ratio), aim, met ? 'yes' : 'NO'];
}

/** Three figures are what a measurement is good for. */
function figure(value: number | null): string {
  if (value === null) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

const isNumber = (column: number): boolean => column >= 2 && column <= 4;

function pad(cell: string, width: number, column: number): string {
  return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
}
