import { isUtf8 } from 'node:buffer';

/**
 * Names of files as text. To a file system a name is bytes; in receipts, in manifests and in the window it is text, where a
 * byte that is no part of UTF-8 is spelt `\xFF`. A backslash that would read as the beginning of such a byte is spelt
 * `\x5C`, so that no two names are one text. Every other name is its own text.
 */

/** A spelt byte, with its two hexadecimal digits. */
export const speltByte = /\\x(5C|[89A-F][0-9A-F])/g;
const misread = /\\(?=x(5C|[89A-F][0-9A-F]))/g;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a name, or of a path of names: a slash is itself. */
export function nameText(name: Uint8Array): string {
  const whole = decoded(name);
  return whole === null ? inParts(name) : plain(whole);
}

/** The bytes of a name that `nameText` gave. Of any other text they are another name’s, whose text differs. */
export function nameBytes(text: string): Buffer {
  if (!text.includes('\\x')) return Buffer.from(text);
  const parts: Buffer[] = [];
  let after = 0;
  for (const match of text.matchAll(speltByte)) {
    parts.push(Buffer.from(text.slice(after, match.index)), Buffer.from(match[1] ?? '', 'hex'));
    after = match.index + match[0].length;
  }
  parts.push(Buffer.from(text.slice(after)));
  return Buffer.concat(parts);
}

/** Whether the name is text as it is: nothing that speaks JSON can tell of any other. */
export const isTextName = (text: string): boolean => !text.includes('\\x') || isUtf8(nameBytes(text));

const plain = (text: string): string => (text.includes('\\x') ? text.replace(misread, '\\x5C') : text);

function decoded(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Character by character: what of it is UTF-8 stays legible. */
function inParts(name: Uint8Array): string {
  let text = '';
  let legible = '';
  for (let at = 0; at < name.length;) {
    const lead = name[at] ?? 0;
    const character = decoded(name.subarray(at, at + lengthFrom(lead)));
    legible += character ?? '';
    if (character === null) {
      text += `${plain(legible)}\\x${lead.toString(16).toUpperCase()}`;
      legible = '';
    }
    at += character === null ? 1 : lengthFrom(lead);
  }
  return text + plain(legible);
}

/** Of a character in UTF-8 that begins with this byte. */
const lengthFrom = (lead: number): number => (lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
