import { faultText } from '../../../../shared/error-code.ts';
import type { SealingTrouble } from '../../../../shared/sealing.ts';
import { copyCheckpoint } from './checkpoint-copies.ts';
import { writeMark, writingOrder, type Mark, type MarkFiles } from './mark-files.ts';

/** What is kept of a checkpoint outside the database: two marks, and copies where the operator wants them. */
export class OutsideCopies {
  readonly #marks: MarkFiles;
  readonly #copyFolder: () => string | undefined;
  readonly #onTrouble: () => void;
  #copyTrouble: SealingTrouble | undefined;
  #markTroubles: readonly SealingTrouble[] = [];
  #copying: Promise<void> = Promise.resolve();

  constructor(marks: MarkFiles, copyFolder: () => string | undefined, onTrouble: () => void) {
    this.#marks = marks;
    this.#copyFolder = copyFolder;
    this.#onTrouble = onTrouble;
  }

  get troubles(): readonly SealingTrouble[] {
    return this.#copyTrouble ? [...this.#markTroubles, this.#copyTrouble] : this.#markTroubles;
  }

  /** Both places hold the newest checkpoint. */
  get areMarked(): boolean {
    return this.#markTroubles.length === 0;
  }

  /** Marks are written before it returns; the copy, whose folder may be far away, in its own time. */
  write(note: string): void {
    this.#mark(note);
    this.copy(note);
  }

  copy(note: string): void {
    const folder = this.#copyFolder();
    if (folder === undefined) this.#copyTrouble = undefined;
    else this.#copying = this.#copying.then(() => this.#copyTo(folder, note));
  }

  /** What lags, because writing it was cut off, is brought up to the newest checkpoint. */
  catchUp(marks: readonly Mark[], newest: { readonly size: number; readonly note: string }): void {
    const lagging = marks.some((mark) => mark.kind !== 'present' || mark.checkpoint.size < newest.size);
    if (lagging) this.#mark(newest.note);
    this.copy(newest.note);
  }

  /** When the copy that is under way has ended, however. */
  async settled(): Promise<void> {
    await this.#copying;
  }

  #mark(note: string): void {
    this.#markTroubles = writingOrder.flatMap((place) => this.#troubleOfMark(this.#marks[place], note));
  }

  #troubleOfMark(file: string, note: string): readonly SealingTrouble[] {
    try {
      writeMark(file, note);
      return [];
    } catch (error) {
      return [{ kind: 'mark_not_written', file, says: faultText(error) }];
    }
  }

  async #copyTo(folder: string, note: string): Promise<void> {
    const before = this.#copyTrouble;
    this.#copyTrouble = await copyCheckpoint(folder, note).then(
      () => undefined,
      (error: unknown) => ({ kind: 'copy_not_written', folder, says: faultText(error) }) as const,
    );
    if (before !== this.#copyTrouble) this.#onTrouble();
  }
}
