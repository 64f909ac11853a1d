/** A part of what a container wrote to one of its streams. */
export interface FramePiece {
  readonly stream: 'stdout' | 'stderr';
  /** Points into the chunk it came with: use it before asking for the next piece. */
  readonly bytes: Buffer;
  readonly starts: boolean;
  readonly ends: boolean;
}

export class BrokenFramesError extends Error {
  override name = 'BrokenFramesError';
}

const headerBytes = 8;

/**
 * Takes Docker's two interleaved streams apart as the bytes come. Each byte is looked at once and nothing is collected,
 * so a frame of any size costs no more than its bytes.
 */
export async function* framePieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<FramePiece> {
  const header = Buffer.alloc(headerBytes);
  let headerFilled = 0;
  let left = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (headerFilled < headerBytes) {
        const copied = chunk.copy(header, headerFilled, at, at + headerBytes - headerFilled);
        headerFilled += copied;
        at += copied;
        if (headerFilled < headerBytes) break;
        left = header.readUInt32BE(4);
        yield { stream: streamOf(header), bytes: chunk.subarray(at, at), starts: true, ends: left === 0 };
      }
      const bytes = chunk.subarray(at, at + left);
      at += bytes.length;
      left -= bytes.length;
      if (bytes.length > 0) yield { stream: streamOf(header), bytes, starts: false, ends: left === 0 };
      if (left === 0) headerFilled = 0;
    }
  }
  if (headerFilled > 0) throw new BrokenFramesError('the stream ended inside a frame');
}

/** A terminal's output has no frames: everything is one stream. */
export async function* unframedPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<FramePiece> {
  for await (const bytes of chunks) yield { stream: 'stdout', bytes, starts: false, ends: false };
}

function streamOf(header: Buffer): FramePiece['stream'] {
  switch (header[0]) {
    case 0:
    case 1: return 'stdout';
    case 2: return 'stderr';
    default: throw new BrokenFramesError('the stream is not in frames');
  }
}
