/** Values that are keys by their very shape, whatever they are called. */
const keyShapes = [
  'sk-[A-Za-z0-9_-]{16,}',
  'gh[opusr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'glpat-[A-Za-z0-9_-]{16,}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'AIza[A-Za-z0-9_-]{30,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{30,}',
  'hf_[A-Za-z0-9]{30,}',
  'eyJ[A-Za-z0-9_-]{10,2000}\\.[A-Za-z0-9_-]{10,8000}\\.[A-Za-z0-9_-]*',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
].join('|');

const keyShape = new RegExp(`(?<![A-Za-z0-9])(?:${keyShapes})`);
const keyShapesAll = new RegExp(keyShape.source, 'g');

const secretName = /(?:^|[^a-z])(?:api[-_]?keys?|access[-_]?keys?|secret[-_]?keys?|private[-_]?keys?|keys?|tokens?|secrets?|passwords?|passwd|pwd|passphrase|credentials?|auth)$/i;
const placeholder = /^(?:\$.*|%.*%|<.*>|\{\{.*\}\}|x{3,}|\*{3,}|\.{3,}|change[-_ ]?me|replace[-_ ]?me|your[-_ ].*|example|placeholder|todo|none|null|true|false|\d{1,5})$/i;

export const holdsKeyShape = (text: string): boolean => keyShape.test(text);

/** A setting with a secret's name and more than a placeholder as its value, or a value that is a key by its shape. */
export const isSecretSetting = (name: string, value: string): boolean =>
  holdsKeyShape(value) || (secretName.test(name.replace(/([a-z])([A-Z])/g, '$1_$2')) && value !== '' && !placeholder.test(value));

export const keyShapesIn = (text: string): readonly { readonly start: number; readonly end: number }[] =>
  [...text.matchAll(keyShapesAll)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));

export const withoutKeyShapes = (text: string): string => text.replace(keyShapesAll, '…');
