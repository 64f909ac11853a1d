import { closeSync, openSync, writeSync } from 'node:fs';

const chunkBytes = 8 * 1024 * 1024;

/** Bytes that say where they are, by the four: a piece that is lost, doubled or moved changes their hash. */
export function placedBytes(length: number, from = 0): Buffer {
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, (_, index) => from / 4 + index);
  return Buffer.from(words.buffer, 0, length);
}

/** A file of them, whose size may be more than memory should hold. */
export function writePlacedBytes(file: string, length: number): void {
  const handle = openSync(file, 'w');
  for (let at = 0; at < length; at += chunkBytes) writeSync(handle, placedBytes(Math.min(chunkBytes, length - at), at));
  closeSync(handle);
}
