/** Reads a stream of chunks as so many bytes at a time, without copying where one chunk holds them. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes, or fewer where the stream ends before. */
  async take(count: number): Promise<Buffer> {
    const first = await this.some(count);
    if (first === null) return Buffer.alloc(0);
    if (first.length === count) return first;

    const whole = Buffer.allocUnsafe(count);
    let filled = first.copy(whole);
    while (filled < count) {
      const next = await this.some(count - filled);
      if (next === null) break;
      filled += next.copy(whole, filled);
    }
    return whole.subarray(0, filled);
  }

  /** The next bytes, at least one and at most so many; `null` at the end. */
  async some(atMost: number): Promise<Buffer | null> {
    while (this.#at === this.#chunk.length) {
      if (this.#ended) return null;
      const next = await this.#chunks.next();
      this.#ended = next.done === true;
      this.#chunk = next.done === true ? new Uint8Array(0) : next.value;
      this.#at = 0;
    }
    const end = Math.min(this.#chunk.length, this.#at + atMost);
    const bytes = Buffer.from(this.#chunk.buffer, this.#chunk.byteOffset + this.#at, end - this.#at);
    this.#at = end;
    return bytes;
  }

  /** Passes over so many bytes; says whether they were all there. */
  async skip(count: number): Promise<boolean> {
    for (let left = count; left > 0;) {
      const bytes = await this.some(left);
      if (bytes === null) return false;
      left -= bytes.length;
    }
    return true;
  }

  /** Lets go of the stream: what was not read is not asked for. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
