import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogFrame } from '../../electron/host/engine/engine-reader.ts';
import { logFrames, longestFrameBytes } from '../../electron/host/engine/log-frames.ts';
import { framePieces, unframedPieces } from '../../electron/host/engine/stream-frames.ts';

const at = '2026-01-02T03:04:05.123456789Z';
const stamped = (text: string) => `${at} ${text}`;

function frame(stream: LogFrame['stream'], payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload);
  const header = Buffer.alloc(8);
  header[0] = stream === 'stdout' ? 1 : 2;
  header.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

async function* chunked(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const framed = (bytes: Buffer, sizes: readonly number[] = [65_536]) => all(logFrames(framePieces(chunked(bytes, sizes))));
const unframed = (bytes: Buffer, sizes: readonly number[] = [65_536]) => all(logFrames(unframedPieces(chunked(bytes, sizes))));
const line = (text: string, stream: LogFrame['stream'] = 'stdout'): LogFrame => ({ stream, at, text, ends: true });

describe('B0 V11: a log in any chunks', () => {
  const frames = fc.array(fc.record({ stream: fc.constantFrom('stdout' as const, 'stderr' as const), text: fc.string({ unit: 'grapheme', maxLength: 30 }) }), { maxLength: 20 });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });

  test('gives the same lines, with every character whole', async () => {
    await fc.assert(
      fc.asyncProperty(frames, sizes, async (lines, chunkSizes) => {
        const oneLine = lines.map(({ stream, text }) => ({ stream, text: text.replaceAll(/[\r\n]/g, '·') }));
        const bytes = Buffer.concat(oneLine.map(({ stream, text }) => frame(stream, stamped(`${text}\n`))));

        expect(await framed(bytes, chunkSizes)).toEqual(oneLine.map(({ stream, text }) => line(text, stream)));
      }),
    );
  });

  test('gives the same lines without frames', async () => {
    await fc.assert(
      fc.asyncProperty(frames, sizes, async (lines, chunkSizes) => {
        const texts = lines.map(({ text }) => text.replaceAll(/[\r\n]/g, '·'));
        const bytes = Buffer.from(texts.map((text) => stamped(`${text}\r\n`)).join(''));

        expect(await unframed(bytes, chunkSizes)).toEqual(texts.map((text) => line(text)));
      }),
    );
  });

  test('holds any bytes without failing, and joins to them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), sizes, async (payload, chunkSizes) => {
        const text = Buffer.from(payload).toString('utf8');
        const parts = await framed(frame('stdout', Buffer.concat([Buffer.from(`${at} `), payload])), chunkSizes);

        expect(parts.map((part) => part.text + (part.ends ? '\n' : '')).join('')).toBe(text.replaceAll(/(\r?\n)/g, '\n'));
      }),
    );
  });
});

describe('B0 V10: a log with one huge frame', () => {
  test('costs no more than its bytes, and is kept in parts of 64 KiB', { timeout: 20_000 }, async () => {
    const bytes = frame('stdout', Buffer.concat([Buffer.from(`${at} `), Buffer.alloc(32 << 20, 'x'), Buffer.from('\n')]));
    const begun = performance.now();

    let length = 0;
    let longest = 0;
    let ends = 0;
    for await (const part of logFrames(framePieces(chunked(bytes, [65_536])))) {
      length += part.text.length;
      longest = Math.max(longest, part.text.length);
      ends += Number(part.ends);
    }

    expect({ length, longest, ends }).toEqual({ length: 32 << 20, longest: longestFrameBytes, ends: 1 });
    expect(performance.now() - begun).toBeLessThan(8000);
  });
});

describe('a long line that the engine has cut', () => {
  test('loses the timestamp that each part carries, and no character', async () => {
    const euro = Buffer.from('€');
    const bytes = Buffer.concat([
      frame('stdout', Buffer.concat([Buffer.from(stamped('first ')), euro.subarray(0, 1)])),
      frame('stderr', stamped('in between\n')),
      frame('stdout', Buffer.concat([Buffer.from(`${at} `), euro.subarray(1), Buffer.from(' last\n')])),
    ]);

    expect(await framed(bytes, [3])).toEqual([
      { stream: 'stdout', at, text: 'first ', ends: false },
      line('in between', 'stderr'),
      line('€ last'),
    ]);
  });
});

describe('what is no log of ours', () => {
  test('output without a timestamp is kept whole', async () => {
    expect(await framed(frame('stdout', '2026 was a year\nand so on'))).toEqual([
      { stream: 'stdout', at: '', text: '2026 was a year', ends: true },
      { stream: 'stdout', at: '', text: 'and so on', ends: false },
    ]);
  });

  test('a stream that ends inside a frame is an error, after what had come', async () => {
    const whole = frame('stdout', stamped('half a line\n'));
    const seen: string[] = [];

    const reading = (async () => {
      for await (const { text } of logFrames(framePieces(chunked(Buffer.concat([whole, whole.subarray(0, 20)]), [64])))) seen.push(text);
    })();

    await expect(reading).rejects.toThrow('ended inside a frame');
    expect(seen).toEqual(['half a line']);
  });

  test('a stream that is not in frames is an error', async () => {
    await expect(framed(Buffer.from('plain text of a terminal'))).rejects.toThrow('not in frames');
  });
});
