import type { Place } from './canonical-bytes.ts';

const words = 4;
const digitsInWord = 8;

/** In place of the epoch of an attempt that has its settlement, and of one that is not known. */
export const settled = -1;
export const unknown = -2;

/**
 * The epoch of every attempt, by its 128-bit id as it stands in a receipt's bytes. Open addressing over plain numbers: a map
 * of a million strings would take longer to fill than the receipts take to hash.
 */
export class AttemptTable {
  #ids: Uint32Array;
  /** `unknown` where the slot is free. */
  #epochs: Float64Array;
  #size = 0;
  readonly #id = new Uint32Array(words);

  constructor(slots = 1024) {
    this.#ids = new Uint32Array(slots * words);
    this.#epochs = new Float64Array(slots).fill(unknown);
  }

  /** What is kept for the attempt whose id stands at `at`, before `epoch` takes its place. */
  exchange(bytes: Buffer, at: Place, epoch: number): number {
    for (let word = 0; word < words; word += 1) this.#id[word] = wordAt(bytes, at + word * digitsInWord);
    if (2 * this.#size >= this.#epochs.length) this.#grow();
    const slot = this.#slotOf(this.#id, 0);
    const before = this.#epochs[slot] ?? unknown;
    if (before === unknown) this.#take(slot, this.#id, 0);
    this.#epochs[slot] = epoch;
    return before;
  }

  /** Its own slot, or the free one where it belongs. The ids are random, so any part of them says where to begin. */
  #slotOf(ids: Uint32Array, from: number): number {
    const mask = this.#epochs.length - 1;
    let slot = (ids[from] ?? 0) & mask;
    while (this.#epochs[slot] !== unknown && !this.#isAt(slot, ids, from)) slot = (slot + 1) & mask;
    return slot;
  }

  #isAt(slot: number, ids: Uint32Array, from: number): boolean {
    for (let word = 0; word < words; word += 1) if (this.#ids[slot * words + word] !== ids[from + word]) return false;
    return true;
  }

  #take(slot: number, ids: Uint32Array, from: number): void {
    for (let word = 0; word < words; word += 1) this.#ids[slot * words + word] = ids[from + word] ?? 0;
    this.#size += 1;
  }

  #grow(): void {
    const [ids, epochs] = [this.#ids, this.#epochs];
    this.#ids = new Uint32Array(ids.length * 2);
    this.#epochs = new Float64Array(epochs.length * 2).fill(unknown);
    this.#size = 0;
    for (const [slot, epoch] of epochs.entries()) {
      if (epoch === unknown) continue;
      const place = this.#slotOf(ids, slot * words);
      this.#take(place, ids, slot * words);
      this.#epochs[place] = epoch;
    }
  }
}

/** Eight hexadecimal digits. */
function wordAt(bytes: Buffer, at: Place): number {
  let word = 0;
  for (let index = at; index < at + digitsInWord; index += 1) {
    const byte = bytes[index] ?? 0;
    word = (word << 4) | (byte <= 0x39 ? byte - 0x30 : byte - 0x57);
  }
  return word >>> 0;
}
