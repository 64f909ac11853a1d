import { isUtf8 } from 'node:buffer';
import { canonicalText } from '../../../../shared/canonical.ts';
import type { Json } from '../../../../shared/json.ts';
import type { Body, Disposition } from '../../../../shared/receipt.ts';
import { isDigit, numberAt, skipHex, skipInstant, skipNumber, skipObject, skipText, type MemberReader, type Place } from './canonical-bytes.ts';

type Kind = Body['kind'];

/** What the rules of a ledger need to know of a receipt, read from its bytes without making an object of all of it. */
export interface ScannedReceipt {
  readonly seq: number;
  readonly kind: Kind;
  /** Where the 32 digits of these stand in the bytes; -1 where there are none. */
  readonly binding: Place;
  readonly approval: Place;
  readonly attempt: Place;
  /** Of an intent its own, of a settlement its author's; -1 of anything else. */
  readonly epoch: number;
  readonly disposition: Disposition | null;
  /** It takes an epoch, offers a key, or decides with a signature or about a key: the rules have to read it whole. */
  readonly isWeighty: boolean;
}

/**
 * Reads a receipt of version 1 out of its canonical bytes; undefined where they are anything else. Which facts and operations
 * there are, and what more a body says, is not asked: a later build knows more of them, and its receipts are no less proven.
 */
export function scanReceipt(bytes: Buffer): ScannedReceipt | undefined {
  if (!isUtf8(bytes)) return undefined;
  const scan = new Scan();
  let at = skipObject(bytes, skipText(bytes, 0, '{"about":'), 0, scan);
  at = skipObject(bytes, skipText(bytes, at, ',"actor":'));
  const approval = skipText(bytes, at, ',"approval":');
  if (approval >= 0) at = skipHex(bytes, approval, idDigits);
  at = skipInstant(bytes, skipText(bytes, at, ',"at":'));
  scan.isInBody = true;
  at = skipObject(bytes, skipText(bytes, at, ',"body":'), 0, scan);
  const engineAt = skipText(bytes, at, ',"engineAt":');
  if (engineAt >= 0) at = skipInstant(bytes, engineAt);
  at = skipHex(bytes, skipText(bytes, at, ',"id":'), idDigits);
  const seq = skipText(bytes, at, ',"seq":');
  const end = skipNumber(bytes, seq);
  if (skipText(bytes, end, ',"v":1}') !== bytes.length) return undefined;
  scan.seq = numberAt(bytes, seq, end);
  scan.approval = approval < 0 ? none : approval + 1;
  return isWhole(scan) ? scan : undefined;
}

/** In words, why `scanReceipt` does not take these bytes. */
export function whyNoReceipt(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const isJustNotOne = isUtf8(bytes) && (!isJson(text) || isCanonical(text));
  return isJustNotOne ? 'its bytes are not a receipt' : 'its bytes are not canonical';
}

/** How many digits an id has. */
export const idDigits = 32;
const none = -1;
const notAnId = -2;

/** One for each receipt, and nothing else is made for it: with a million of them that is what takes the time. */
class Scan implements MemberReader {
  isInBody = false;
  seq = 0;
  kind: Kind | null = null;
  binding: Place = none;
  approval: Place = none;
  attempt: Place = none;
  epoch = -1;
  disposition: Disposition | null = null;
  isWeighty = false;
  decides = false;

  see(bytes: Buffer, name: Place, nameEnd: Place, value: Place, valueEnd: Place): void {
    switch (nameEnd - name) {
      case 4:
        if (!this.isInBody) return;
        if (isText(bytes, name, nameEnd, 'kind')) this.kind = kindAt(bytes, value, valueEnd);
        else if (isText(bytes, name, nameEnd, 'fact')) this.isWeighty = isText(bytes, value, valueEnd, '"epoch"') || isText(bytes, value, valueEnd, '"key"');
        return;
      case 5:
        if (this.isInBody && isText(bytes, name, nameEnd, 'epoch')) this.epoch = countAt(bytes, value, valueEnd);
        return;
      case 7:
        if (this.isInBody && isText(bytes, name, nameEnd, 'attempt')) this.attempt = idAt(bytes, value, valueEnd);
        else if (!this.isInBody && isText(bytes, name, nameEnd, 'binding')) this.binding = idAt(bytes, value, valueEnd);
        return;
      case 8:
        if (!this.isInBody) return;
        if (isText(bytes, name, nameEnd, 'approval')) this.isWeighty = true;
        else if (isText(bytes, name, nameEnd, 'decision')) this.seeDecision(isText(bytes, value, valueEnd, '"enrol_key"') || isText(bytes, value, valueEnd, '"retire_key"'));
        return;
      case 11:
        if (!this.isInBody) return;
        if (isText(bytes, name, nameEnd, 'authorEpoch')) this.epoch = countAt(bytes, value, valueEnd);
        else if (isText(bytes, name, nameEnd, 'disposition')) this.disposition = dispositionAt(bytes, value, valueEnd);
    }
  }

  seeDecision(isAboutKeys: boolean): void {
    this.decides = true;
    this.isWeighty ||= isAboutKeys;
  }
}

/** Each kind has what its rules need, and only these two are of an attempt. */
function isWhole(scan: Scan): scan is Scan & ScannedReceipt {
  if (scan.binding === notAnId) return false;
  switch (scan.kind) {
    case 'intent': return scan.attempt >= 0 && scan.epoch >= 0;
    case 'settlement': return scan.attempt >= 0 && scan.epoch >= 0 && scan.disposition !== null;
    case 'observation': return scan.attempt === none;
    case 'decision': return scan.attempt === none && scan.decides;
    case null: return false;
  }
}

const isText = (bytes: Buffer, from: Place, to: Place, text: string): boolean => to - from === text.length && skipText(bytes, from, text) === to;

const kinds = ['intent', 'settlement', 'observation', 'decision'] as const satisfies readonly Kind[];
const dispositions = ['applied', 'no_op', 'refused', 'not_applied'] as const satisfies readonly Disposition[];

const kindAt = (bytes: Buffer, from: Place, to: Place): Kind | null => wordAt(bytes, from, to, kinds);
const dispositionAt = (bytes: Buffer, from: Place, to: Place): Disposition | null => wordAt(bytes, from, to, dispositions);

function wordAt<Word extends string>(bytes: Buffer, from: Place, to: Place, words: readonly Word[]): Word | null {
  for (const word of words) if (to - from === word.length + 2 && skipText(bytes, from + 1, word) === to - 1) return word;
  return null;
}

const countAt = (bytes: Buffer, from: Place, to: Place): number => (isDigit(bytes[from] ?? 0) ? numberAt(bytes, from, to) : -1);

const idAt = (bytes: Buffer, from: Place, to: Place): Place => (skipHex(bytes, from, idDigits) === to ? from + 1 : notAnId);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isCanonical(text: string): boolean {
  try {
    return canonicalText(JSON.parse(text) as Json) === text;
  } catch {
    return false;
  }
}
