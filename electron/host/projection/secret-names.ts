import { holdsKeyShape, holdsLogin, isPlaceholder } from './secret-shapes.ts';

/** Whatever else such a name says, it is a secret's. */
const strong = /^(?:secrets?|passwords?|passwd|passphrase|pwd|tokens?|credentials?|creds)$|(?:password|passwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey)$/;
/** Only at the end, or before what tells one of several from another: much else is called so. */
const weak = /^(?:keys?|pat|pw|auth|authorization|(?:db|pg|mysql|smtp|mail|ftp|redis|root|admin|user)?pass)$/;
const keyOf = /^(?:api|access|secret|private|encryption|signing|master|account)$/;
const oneOfSeveral = /^(?:\d+|v\d+|prod(?:uction)?|dev(?:elopment)?|stag(?:e|ing)|test|qa|ci|live|local|main|primary|secondary|old|new|next|previous|backup|default|base(?:64)?|b64|hex|raw|plain|value|eu|us)$/;
/** After it, a name is of something beside the secret: where it lies, how long it holds. */
const beside = /^(?:ur[il]s?|endpoint|hosts?|port|path|files?|dir(?:ectory)?|folder|names?|ids?|types?|kind|ttl|exp(?:iry|ires|iration)?|timeout|limits?|budget|window|per|count|usage|length|size|min|max|enabled|disabled|required|policy|prefix|suffix|header|alg(?:orithm)?|format|mode|issuer|audience|scopes?|provider|store|storage|backend|helper|command|cmd|method|field|column|rounds|lifetime|duration|age|interval|hint|label|env|var|variable|manager|service|server)$/;

const longestName = 200;

/** `apiKeyProd`, `API_KEY_PROD` and `api-key-prod` are the same three words. */
const wordsOf = (name: string): readonly string[] =>
  name.slice(-longestName).replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2').toLowerCase().split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/).filter((word) => word !== '');

const isStrong = (word: string, before = ''): boolean => strong.test(word) || (/^keys?$/.test(word) && keyOf.test(before));

const namesStrong = (words: readonly string[]): boolean =>
  words.findLastIndex((word, at) => isStrong(word, words[at - 1])) > words.findLastIndex((word) => beside.test(word));

const namesWeak = (words: readonly string[]): boolean =>
  words.some((word, at) => weak.test(word) && !/^publi(?:c|shable)$/.test(words[at - 1] ?? '') && words.slice(at + 1).every((later) => oneOfSeveral.test(later)));

/** Of a working directory, and a number of tokens. */
const isOther = (name: string, value: string): boolean => /^(?:OLD)?PWD$/.test(name) || (/tokens?/i.test(name) && /^[\d_.,]+[km]?$/i.test(value));

/** A variable with a secret's name and more than a placeholder as its value, or a value that is a key or a login by its shape. */
export function isSecretVariable(name: string, value: string): boolean {
  if (holdsKeyShape(value) || holdsLogin(value)) return true;
  const words = wordsOf(name);
  return (namesStrong(words) || namesWeak(words)) && value !== '' && !isPlaceholder(value) && !isOther(name, value);
}

/** The name of a variable, words or scopes, a path, an address: what a setting may name instead of the secret itself. */
const reference = /^(?:[A-Z][A-Z0-9_]*|[a-z]+(?:[._-][a-z]+)*|[/~.].*|[a-z][a-z0-9+.-]*:.*|!.*|\{.*\})$/;

/** As of a variable, of a setting in small letters: much is called a key or a token there, so its value has to look like one. */
export function isSecretMember(name: string, value: string): boolean {
  const bare = value.replace(/^(?:Bearer|Basic|Token) +/i, '');
  const words = wordsOf(name);
  if (!(namesStrong(words) || words.at(-1) === 'authorization') || isPlaceholder(bare) || isOther(name, bare)) return false;
  return words.some((word) => /passw(?:or)?d$|^passphrase$/.test(word)) ? !/^(?:[/~$!{].*|.{0,3})$/.test(bare) : bare.length >= 8 && !/\s/.test(bare) && !reference.test(bare);
}
