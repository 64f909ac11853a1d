/**
 * Reads canonical JSON strictly: the bytes it takes are exactly those that `canonicalText` writes, given that they are valid
 * UTF-8. Each function begins at a place, gives back the place after what it read, and -1 where that does not stand there;
 * -1 given is -1 given back, so that steps can follow each other.
 */
export type Place = number;

/** Is shown each member of one object: where its name stands, without the quotes, and where its value stands. */
export interface MemberReader {
  see(bytes: Buffer, name: Place, nameEnd: Place, value: Place, valueEnd: Place): void;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const space = 0x20;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Deeper than any receipt, and shallow enough for every stack. */
const deepest = 100;

export function skipText(bytes: Buffer, at: Place, text: string): Place {
  if (at < 0) return -1;
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text.charCodeAt(index)) return -1;
  return at + text.length;
}

/** A string of exactly so many hexadecimal digits, in small letters. */
export function skipHex(bytes: Buffer, at: Place, digits: number): Place {
  if (at < 0 || bytes[at] !== quote || bytes[at + 1 + digits] !== quote) return -1;
  for (let index = at + 1; index <= at + digits; index += 1) {
    const byte = bytes[index] ?? 0;
    if (!isDigit(byte) && (byte < 0x61 || byte > 0x66)) return -1;
  }
  return at + digits + 2;
}

const instantForm = '"0000-00-00T00:00:00.000Z"';

/** A string that is a time, as wide as all of them. */
export function skipInstant(bytes: Buffer, at: Place): Place {
  if (at < 0) return -1;
  for (let index = 0; index < instantForm.length; index += 1) {
    const expected = instantForm.charCodeAt(index);
    const byte = bytes[at + index] ?? 0;
    if (expected === zero ? !isDigit(byte) : byte !== expected) return -1;
  }
  return at + instantForm.length;
}

export const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;

/** What stands in other bytes, at that place and so long. */
export function skipSame(bytes: Buffer, at: Place, other: Buffer, from: Place, length: number): Place {
  if (at < 0) return -1;
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== other[from + index]) return -1;
  return at + length;
}

export function skipValue(bytes: Buffer, at: Place, depth = 0): Place {
  if (at < 0 || depth > deepest) return -1;
  switch (bytes[at]) {
    case quote: return skipString(bytes, at);
    case openObject: return skipObject(bytes, at, depth);
    case openArray: return skipArray(bytes, at, depth);
    case 0x74: return skipText(bytes, at, 'true');
    case 0x66: return skipText(bytes, at, 'false');
    case 0x6e: return skipText(bytes, at, 'null');
    default: return skipNumber(bytes, at);
  }
}

export function skipString(bytes: Buffer, at: Place): Place {
  if (at < 0 || bytes[at] !== quote) return -1;
  let next = at + 1;
  for (;;) {
    // What comes most often is asked first: this loop sees every letter there is.
    const byte = bytes[next] ?? 0;
    if (byte > backslash || (byte > quote && byte < backslash) || byte === space || byte === 0x21) next += 1;
    else if (byte === quote) return next + 1;
    else if (byte !== backslash) return -1;
    else {
      next = skipEscape(bytes, next);
      if (next < 0) return -1;
    }
  }
}

const shortEscapes: ReadonlySet<number | undefined> = new Set([...'"\\bfnrt'].map((letter) => letter.charCodeAt(0)));
const longEscape = /^\\u00(0[0-7be-f]|1[0-9a-f])$/;

/** Only what has to be escaped is, and in its shortest form. */
function skipEscape(bytes: Buffer, at: Place): Place {
  if (shortEscapes.has(bytes[at + 1])) return at + 2;
  return longEscape.test(bytes.toString('latin1', at, at + 6)) ? at + 6 : -1;
}

/** A safe integer: no fraction, no exponent, no zero in front, and no zero below zero. */
export function skipNumber(bytes: Buffer, at: Place): Place {
  if (at < 0) return -1;
  const first = bytes[at] === minus ? at + 1 : at;
  let next = first;
  for (let byte = bytes[next]; byte !== undefined && byte >= zero && byte <= nine; byte = bytes[next]) next += 1;
  const digits = next - first;
  if (digits === 0 || digits > 16) return -1;
  if (bytes[first] === zero && (digits > 1 || first > at)) return -1;
  return digits < 16 || Number.isSafeInteger(numberAt(bytes, at, next)) ? next : -1;
}

export function numberAt(bytes: Buffer, at: Place, end: Place): number {
  const first = bytes[at] === minus ? at + 1 : at;
  let number = 0;
  for (let index = first; index < end; index += 1) number = number * 10 + ((bytes[index] ?? zero) - zero);
  return first > at ? -number : number;
}

function skipArray(bytes: Buffer, at: Place, depth: number): Place {
  if (bytes[at + 1] === closeArray) return at + 2;
  let next = at;
  do {
    next = skipValue(bytes, next + 1, depth + 1);
    if (next < 0) return -1;
  } while (bytes[next] === comma);
  return bytes[next] === closeArray ? next + 1 : -1;
}

/** Members stand in the order of their names, each once. */
export function skipObject(bytes: Buffer, at: Place, depth = 0, reader?: MemberReader): Place {
  if (at < 0 || bytes[at] !== openObject) return -1;
  if (bytes[at + 1] === closeObject) return at + 2;
  let before = -1;
  let beforeEnd = -1;
  let next = at;
  do {
    const key = next + 2;
    const keyEnd = skipString(bytes, next + 1) - 1;
    if (keyEnd < 0 || bytes[keyEnd + 1] !== colon) return -1;
    if (before >= 0 && !isBefore(bytes, before, beforeEnd, key, keyEnd)) return -1;
    next = skipValue(bytes, keyEnd + 2, depth + 1);
    if (next < 0) return -1;
    reader?.see(bytes, key, keyEnd, keyEnd + 2, next);
    before = key;
    beforeEnd = keyEnd;
  } while (bytes[next] === comma);
  return bytes[next] === closeObject ? next + 1 : -1;
}

/** By UTF-16 code units, which for plain ASCII is by bytes. */
function isBefore(bytes: Buffer, one: Place, oneEnd: Place, other: Place, otherEnd: Place): boolean {
  const shorter = Math.min(oneEnd - one, otherEnd - other);
  for (let index = 0; index < shorter; index += 1) {
    const a = bytes[one + index] ?? 0;
    const b = bytes[other + index] ?? 0;
    if (!isPlain(a) || !isPlain(b)) return textAt(bytes, one, oneEnd) < textAt(bytes, other, otherEnd);
    if (a !== b) return a < b;
  }
  return oneEnd - one < otherEnd - other;
}

const isPlain = (byte: number): boolean => byte < 0x80 && byte !== backslash;

/** The string between two quotes, read. */
const textAt = (bytes: Buffer, from: Place, to: Place): string => JSON.parse(bytes.toString('utf8', from - 1, to + 1)) as string;
