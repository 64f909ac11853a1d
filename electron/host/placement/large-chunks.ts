/** The same bytes in fewer pieces: an engine takes a few large writes far faster than many small ones. */
export async function* inLargeChunks(source: AsyncIterable<Buffer>, atLeast: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < atLeast) continue;
    yield pieces.length === 1 ? piece : Buffer.concat(pieces, bytes);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces, bytes);
}
