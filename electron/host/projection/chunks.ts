export const chunkBytes = 512 * 1024;
/** Less room than this is not worth a read of its own. */
const leastRoom = 16 * 1024;

/** Gathers small pieces into a few large chunks: an engine takes these far faster, and files are read right into them. */
export class Chunks {
  #chunk: Buffer = Buffer.allocUnsafeSlow(chunkBytes);
  #used = 0;
  readonly #spare: Buffer[] = [];

  /** Of one that was given away and is read by nobody any more: new memory takes longer than what is put into it. */
  takeBack(chunk: Buffer): void {
    this.#spare.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunkBytes));
  }

  /** Adds a piece; gives what became full. */
  *add(piece: Buffer): Generator<Buffer> {
    for (let rest = piece; rest.length > 0;) {
      if (this.#used === chunkBytes) yield this.#take();
      const taken = rest.copy(this.#chunk, this.#used);
      this.#used += taken;
      rest = rest.subarray(taken);
    }
  }

  /** Gives the chunk away where there is less room left than that. */
  *makeRoom(bytes: number = leastRoom): Generator<Buffer> {
    if (chunkBytes - this.#used < bytes) yield this.#take();
  }

  /** So many bytes of the room that was made, for the caller to write. */
  place(bytes: number): Buffer {
    this.#used += bytes;
    return this.#chunk.subarray(this.#used - bytes, this.#used);
  }

  /** Has the room that is left filled in place; gives the bytes that came in. */
  async fill(read: (buffer: Buffer, offset: number, room: number) => Promise<{ readonly bytesRead: number }>): Promise<Buffer> {
    const { bytesRead } = await read(this.#chunk, this.#used, chunkBytes - this.#used);
    this.#used += bytesRead;
    return this.#chunk.subarray(this.#used - bytesRead, this.#used);
  }

  *end(): Generator<Buffer> {
    if (this.#used > 0) yield this.#take();
  }

  #take(): Buffer {
    const full = this.#chunk.subarray(0, this.#used);
    this.#chunk = this.#spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
    this.#used = 0;
    return full;
  }
}
