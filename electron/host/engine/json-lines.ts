import { EngineFault } from './engine-reader.ts';

const newline = 0x0a;
export const longestLineBytes = 1024 * 1024;

/** The lines of a stream that holds one JSON text a line. Empty ones are left out; a line beyond all measure is a fault. */
export async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > longestLineBytes) throw new EngineFault(`a line longer than ${longestLineBytes} bytes`);
    parts.push(part);
  };
  const take = (): string => {
    const line = Buffer.concat(parts).toString('utf8').trim();
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let at = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, at)) {
      keep(chunk.subarray(at, end));
      at = end + 1;
      const line = take();
      if (line !== '') yield line;
    }
    keep(chunk.subarray(at));
  }
  const rest = take();
  if (rest !== '') yield rest;
}
