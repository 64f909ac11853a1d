import { z } from 'zod';
import { ApprovalRules } from './approval-rules.ts';
import { AttemptTable, settled, unknown } from './attempt-table.ts';
import type { RuledReceipt } from './packed-scans.ts';
import { idDigits } from './scan-receipt.ts';

const takingSchema = z.object({ body: z.object({ value: z.object({ epoch: z.number(), installation: z.string() }) }) });

/**
 * What receipts have to keep to among each other, followed in their order. `isPartial`: some were chosen out of a ledger, so
 * that one may lack what stands before it; what could not be checked is counted then.
 */
export class ReceiptRules {
  readonly #isPartial: boolean;
  readonly #attempts = new AttemptTable();
  readonly #approvals = new Set<string>();
  readonly #approvalRules: ApprovalRules;
  #epoch = -1;
  #installation: string | null = null;
  #settlementsAlone = 0;

  constructor({ isPartial = false }: { readonly isPartial?: boolean } = {}) {
    this.#isPartial = isPartial;
    this.#approvalRules = new ApprovalRules({ isPartial });
  }

  /** As the receipts themselves say; null while none did. */
  get installation(): string | null {
    return this.#installation;
  }

  get unchecked(): { readonly settlements: number; readonly approvals: number } {
    return { settlements: this.#settlementsAlone, approvals: this.#approvalRules.unchecked };
  }

  /** The rule that a receipt breaks, given those before it. */
  brokenBy(scan: RuledReceipt, bytes: Buffer): string | undefined {
    if (scan.approval >= 0 && !this.#isUsedFirst(bytes.toString('latin1', scan.approval, scan.approval + idDigits))) return 'its approval was used before';
    switch (scan.kind) {
      case 'intent': return this.#attempts.exchange(bytes, scan.attempt, scan.epoch) === unknown ? undefined : 'its attempt has an intent already';
      case 'settlement': return this.#brokenBySettlement(scan, this.#attempts.exchange(bytes, scan.attempt, settled));
      case 'decision': return scan.isWeighty ? this.#approvalRules.seeDecision(read(bytes)) : undefined;
      case 'observation': return scan.isWeighty ? this.#brokenByObservation(read(bytes)) : undefined;
    }
  }

  #isUsedFirst(approval: string): boolean {
    const before = this.#approvals.size;
    return this.#approvals.add(approval).size > before;
  }

  #brokenBySettlement({ epoch, disposition }: RuledReceipt, asked: number): string | undefined {
    if (asked === settled) return 'its attempt is settled already';
    if (asked === unknown) return this.#withoutIntent();
    if (disposition === 'not_applied') return epoch > asked ? undefined : 'it closes an attempt as not applied under an epoch that is not later than the attempt’s';
    return epoch === asked ? undefined : 'it settles an attempt under another epoch than the attempt’s own';
  }

  #withoutIntent(): string | undefined {
    if (!this.#isPartial) return 'it settles an attempt that was never asked';
    this.#settlementsAlone += 1;
    return undefined;
  }

  #brokenByObservation(receipt: { readonly body: { readonly fact?: unknown } }): string | undefined {
    if (receipt.body.fact === 'key') return this.#approvalRules.seeOffer(receipt);
    const taking = takingSchema.safeParse(receipt);
    if (!taking.success) return 'the epoch that it takes cannot be read';
    const { epoch, installation } = taking.data.body.value;
    if (epoch <= this.#epoch) return 'the epoch that it takes is not later than the one before';
    if (this.#installation !== null && installation !== this.#installation) return 'it names another installation than the receipts before it';
    this.#epoch = epoch;
    this.#installation = installation;
    return undefined;
  }
}

const read = (bytes: Buffer): { readonly body: { readonly fact?: unknown } } => JSON.parse(bytes.toString('utf8')) as { readonly body: { readonly fact?: unknown } };
