import type { LogFrame } from './engine-reader.ts';
import { toEngineTime } from './engine-time.ts';
import type { FramePiece } from './stream-frames.ts';

export const longestFrameBytes = 64 * 1024;
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const timestampBytes = new Set(Buffer.from('0123456789-+T:.Z'));
const longestTimestampBytes = 40;
const newline = 0x0a;
const space = 0x20;

/**
 * Lines with their timestamps out of pieces of a log. A frame is one line or a part of one, and each begins with a
 * timestamp of its own, also where the engine has cut a long line; without frames each line does.
 */
export async function* logFrames(pieces: AsyncIterable<FramePiece>): AsyncGenerator<LogFrame> {
  const cutters = { stdout: new LineCutter('stdout'), stderr: new LineCutter('stderr') };
  for await (const { stream, bytes, starts, ends } of pieces) {
    if (starts) cutters[stream].expectTimestamp();
    yield* cutters[stream].take(bytes);
    if (ends) yield* cutters[stream].flush();
  }
  yield* cutters.stdout.end();
  yield* cutters.stderr.end();
}

/** Holds the bytes of at most one frame, whatever comes. */
class LineCutter {
  readonly #stream: LogFrame['stream'];
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #kept = Buffer.alloc(longestFrameBytes);
  #filled = 0;
  #at = '';
  #expectsTimestamp = true;

  constructor(stream: LogFrame['stream']) {
    this.#stream = stream;
  }

  expectTimestamp(): void {
    this.#expectsTimestamp = true;
  }

  *take(bytes: Buffer): Generator<LogFrame> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#expectsTimestamp) {
        at += this.#takeTimestamp(bytes, at);
      } else {
        at += this.#takeText(bytes, at);
        if (this.#kept[this.#filled - 1] === newline || this.#filled === longestFrameBytes) yield* this.flush();
      }
    }
  }

  /** Gives out what there is, with or without the end of its line. */
  *flush(): Generator<LogFrame> {
    if (this.#filled === 0) return;
    const ends = this.#kept[this.#filled - 1] === newline;
    const text = this.#decoder.decode(this.#kept.subarray(0, this.#filled), { stream: !ends });
    this.#filled = 0;
    this.#expectsTimestamp = ends;
    yield { stream: this.#stream, at: this.#at, text: ends ? text.replace(/\r?\n$/, '') : text, ends };
  }

  *end(): Generator<LogFrame> {
    yield* this.flush();
    const rest = this.#decoder.decode();
    if (rest !== '') yield { stream: this.#stream, at: this.#at, text: rest, ends: false };
  }

  #takeText(bytes: Buffer, at: number): number {
    const window = bytes.subarray(at, at + longestFrameBytes - this.#filled);
    const end = window.indexOf(newline);
    const taken = end < 0 ? window : window.subarray(0, end + 1);
    this.#filled += taken.copy(this.#kept, this.#filled);
    return taken.length;
  }

  /** Keeps bytes as long as they may be a timestamp. What turns out to be none stays kept: it belongs to the line. */
  #takeTimestamp(bytes: Buffer, at: number): number {
    let end = at;
    while (end < bytes.length && timestampBytes.has(bytes[end] ?? 0) && this.#filled < longestTimestampBytes) {
      this.#kept[this.#filled] = bytes[end] ?? 0;
      this.#filled += 1;
      end += 1;
    }
    if (end === bytes.length) return end - at;
    this.#expectsTimestamp = false;
    const text = this.#kept.toString('latin1', 0, this.#filled);
    if (bytes[end] !== space || !timestampPattern.test(text)) return end - at;
    this.#at = toEngineTime(text);
    this.#filled = 0;
    return end + 1 - at;
  }
}
