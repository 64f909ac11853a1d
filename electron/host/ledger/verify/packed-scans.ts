import type { Body, Disposition } from '../../../../shared/receipt.ts';
import type { ScannedReceipt } from './scan-receipt.ts';

/** What the rules ask of a receipt. */
export type RuledReceipt = Omit<ScannedReceipt, 'seq' | 'binding'>;

const fields = 6;
const kinds = ['intent', 'settlement', 'observation', 'decision'] as const satisfies readonly Body['kind'][];
const dispositions = [null, 'applied', 'no_op', 'refused', 'not_applied'] as const satisfies readonly (Disposition | null)[];

/** What was read of a block's receipts, as numbers: those go from one thread to another at once. */
export class PackedScans {
  readonly numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.numbers = numbers;
  }

  static for(receipts: number): PackedScans {
    return new PackedScans(new Float64Array(receipts * fields));
  }

  get length(): number {
    return this.numbers.length / fields;
  }

  /** Those before `end`. */
  upTo(end: number): PackedScans {
    return new PackedScans(this.numbers.slice(0, end * fields));
  }

  set(index: number, { kind, approval, attempt, epoch, disposition, isWeighty }: RuledReceipt): void {
    const from = index * fields;
    this.numbers[from] = kinds.indexOf(kind);
    this.numbers[from + 1] = approval;
    this.numbers[from + 2] = attempt;
    this.numbers[from + 3] = epoch;
    this.numbers[from + 4] = dispositions.indexOf(disposition);
    this.numbers[from + 5] = Number(isWeighty);
  }

  at(index: number): RuledReceipt {
    const from = index * fields;
    return {
      kind: kinds[this.#number(from)] ?? missing(),
      approval: this.#number(from + 1),
      attempt: this.#number(from + 2),
      epoch: this.#number(from + 3),
      disposition: dispositions[this.#number(from + 4)] ?? null,
      isWeighty: this.#number(from + 5) === 1,
    };
  }

  #number(at: number): number {
    return this.numbers[at] ?? missing();
  }
}

function missing(): never {
  throw new RangeError('nothing was read of that receipt');
}
