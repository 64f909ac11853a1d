import { createReadStream } from 'node:fs';
import type { Digest } from '../../../shared/ids.ts';
import { startDigest } from './digest.ts';

/** Of a whole file, or of so many bytes at its beginning. */
export async function digestOfFile(path: string, bytes = Infinity): Promise<Digest> {
  const digest = startDigest();
  if (bytes > 0) for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 1024 * 1024 })) digest.add(chunk as Buffer);
  return digest.finish();
}
