/** Values that are keys by their very shape, whatever they are called. */
const keyShapes = [
  'sk-[A-Za-z0-9_-]{16,}',
  '[rs]k_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9]{16,}',
  'gh[opusr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'glpat-[A-Za-z0-9_-]{16,}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{10,}',
  'hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'AIza[A-Za-z0-9_-]{30,}',
  'ya29\\.[A-Za-z0-9_-]{16,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{30,}',
  'hf_[A-Za-z0-9]{30,}',
  'gsk_[A-Za-z0-9]{30,}',
  'xai-[A-Za-z0-9]{30,}',
  'dckr_pat_[A-Za-z0-9_-]{20,}',
  'dop_v1_[a-f0-9]{40,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}',
  'SG\\.[A-Za-z0-9_-]{16,100}\\.[A-Za-z0-9_-]{16,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,}',
  'eyJ[A-Za-z0-9_-]{10,500}\\.[A-Za-z0-9_-]{10,8000}\\.[A-Za-z0-9_-]*',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
].join('|');

const keyShape = new RegExp(`(?<![A-Za-z0-9])(?:${keyShapes})`);
const keyShapesAll = new RegExp(keyShape.source, 'g');

/** A name and a password in an address: the password, and what is taken for one. */
const login = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/([^\s/:@"'`<>]{0,200}:([^\s/@"'`<>]{1,500}))@/gid;

const placeholder = /^(?:\$.*|%.*%|<.*>|\{.*\}|x{3,}|\*{3,}|\.{3,}|change[-_ ]?me|replace[-_ ]?me|your[-_ ].*|password|example|placeholder|todo|none|null|true|false|yes|no|on|off|enabled|disabled|required|optional|always|never|auto|default|prompt|ask|\d{1,5})$/i;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export const isPlaceholder = (value: string): boolean => placeholder.test(value);

export const holdsKeyShape = (text: string): boolean => keyShape.test(text);

export const keyShapesIn = (text: string): readonly Span[] => [...text.matchAll(keyShapesAll)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));

export const withoutKeyShapes = (text: string): string => text.replace(keyShapesAll, '…');

/** The name and the password of each address that has more than a placeholder there. */
export function loginsIn(text: string): readonly Span[] {
  return [...text.matchAll(login)].flatMap(({ 2: password = '', indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return isPlaceholder(password) ? [] : [{ start, end }];
  });
}

export const holdsLogin = (text: string): boolean => loginsIn(text).length > 0;
