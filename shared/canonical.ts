import type { Json } from './json.ts';

export class NotCanonicalError extends Error {
  override name = 'NotCanonicalError';
}

/**
 * The one text of a value: RFC 8785 over strings, booleans, null, safe integers, arrays and objects.
 * Throws NotCanonicalError, naming the place, for anything that has no single text (fractions, lone surrogates, undefined,
 * objects that are more than their members).
 */
export function canonicalText(value: Json): string {
  return write(value, []);
}

/** Names and positions on the way to the value that is written now: one list, put to words only where something does not fit. */
type Place = (string | number)[];

const unfit = (place: Place, says: string): NotCanonicalError =>
  new NotCanonicalError(`$${place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}: ${says}`);

function write(value: unknown, place: Place): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean': return value ? 'true' : 'false';
    case 'number': return writeNumber(value, place);
    case 'string': return writeString(value, place);
    case 'object': return Array.isArray(value) ? writeArray(value, place) : writeObject(value, place);
    default: throw unfit(place, `a ${typeof value} has no canonical text`);
  }
}

function writeNumber(value: number, place: Place): string {
  if (!Number.isSafeInteger(value)) throw unfit(place, `${value} is not a safe integer`);
  return String(value === 0 ? 0 : value);
}

/** Printable ASCII without quotation marks and backslashes: what most of a receipt is, and what has no escapes. */
const plain = /^[ !#-[\]-~]*$/;

function writeString(value: string, place: Place): string {
  if (plain.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw unfit(place, 'the string has a lone surrogate');
  // ECMAScript escapes well-formed strings exactly as RFC 8785 asks.
  return JSON.stringify(value);
}

function writeArray(items: readonly unknown[], place: Place): string {
  let text = '';
  // By position: a hole reads as undefined, which is refused.
  for (let index = 0; index < items.length; index += 1) text += `${index === 0 ? '' : ','}${writeAt(index, items[index], place)}`;
  return `[${text}]`;
}

function writeObject(object: object, place: Place): string {
  if (!isPlain(object)) throw unfit(place, `a ${object.constructor.name} has no canonical text`);
  const members = object as Readonly<Record<string, unknown>>;
  let text = '';
  // The default sort compares UTF-16 code units, which is the order RFC 8785 asks for.
  for (const key of Object.keys(object).sort()) text += `${text === '' ? '' : ','}${writeString(key, place)}:${writeAt(key, members[key], place)}`;
  return `{${text}}`;
}

function writeAt(step: string | number, value: unknown, place: Place): string {
  place.push(step);
  const text = write(value, place);
  place.pop();
  return text;
}

/** A date, a map or a buffer has members that are not its value: writing those would lose it silently. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
