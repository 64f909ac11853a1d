import type { Digest } from '../../../shared/ids.ts';

/** A revision's nonce in a stream: which file of the revision carried it, where that stands beside it. */
export interface Sighting {
  readonly manifest: Digest;
  readonly index?: number;
  /** From 1. */
  readonly line: number;
  /** In bytes, from 0. */
  readonly offset: number;
}

/** A nonce and its mark are shorter, so what is held back at a border holds any that is cut there. */
const heldBack = 48;
const mark = /(?<![0-9a-f])([0-9a-f]{32})(?![0-9a-f])(?:-(\d{1,5})(?!\d))?/g;

/** Looks for nonces in bytes that arrive piece by piece, also across their borders. Tells of each mark once. */
export class NonceFinder {
  readonly #manifests: ReadonlyMap<string, Digest>;
  readonly #found = new Map<string, Sighting>();
  #rest = '';
  /** Of the beginning of what is held back. */
  #offset = 0;
  #line = 1;

  /** By the nonces' values. */
  constructor(manifests: ReadonlyMap<string, Digest>) {
    this.#manifests = manifests;
  }

  add(bytes: Uint8Array): void {
    this.#look(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), heldBack);
  }

  end(): readonly Sighting[] {
    this.#look('', 0);
    return [...this.#found.values()];
  }

  /** One letter more is kept than is looked at again: whether a digit stands before a nonce is part of it. */
  #look(more: string, keep: number): void {
    const text = this.#rest + more;
    const until = text.length - keep;
    for (const match of text.matchAll(mark)) {
      if (match.index < until) this.#match(match, text);
    }
    const passed = Math.max(0, until - 1);
    this.#line += linesIn(text, passed);
    this.#offset += passed;
    this.#rest = text.slice(passed);
  }

  #match({ 0: whole, 1: nonce = '', 2: index, index: at }: RegExpExecArray, text: string): void {
    const manifest = this.#manifests.get(nonce);
    if (manifest === undefined || this.#found.has(whole)) return;
    this.#found.set(whole, { manifest, line: this.#line + linesIn(text, at), offset: this.#offset + at, ...(index !== undefined && { index: Number(index) }) });
  }
}

function linesIn(text: string, until: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
