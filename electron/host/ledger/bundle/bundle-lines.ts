import { NotABundleError, type ZipReader } from './zip-reader.ts';

const newline = 0x0a;
/** No receipt comes near it. */
const longestLine = 16 * 1024 * 1024;

/** The lines of an entry without their ends; gives back at the end whether its bytes are those of its checksum. Throws NotABundleError. */
export async function* linesIn(zip: ZipReader, name: string): AsyncGenerator<Buffer, boolean> {
  const pieces = zip.pieces(name);
  let rest: Buffer = Buffer.alloc(0);
  for (;;) {
    const piece = await pieces.next();
    if (piece.done) {
      if (rest.length > 0) throw new NotABundleError(`${name} ends in the middle of a line.`);
      return piece.value;
    }
    const bytes = rest.length === 0 ? piece.value : Buffer.concat([rest, piece.value]);
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      yield bytes.subarray(from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > longestLine) throw new NotABundleError(`${name} holds a line longer than any receipt.`);
  }
}
