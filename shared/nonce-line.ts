import { assertNever } from './assert-never.ts';

/** How a line that does nothing is written in a file of some type. */
export const nonceForms = ['plain', 'markdown', 'markup', 'hash', 'slashes', 'dashes', 'dots', 'block'] as const;
export type NonceForm = (typeof nonceForms)[number];

const forms: Readonly<Record<string, NonceForm>> = {
  txt: 'plain', text: 'plain', log: 'plain',
  md: 'markdown', markdown: 'markdown', 
  html: 'markup', htm: 'markup', xml: 'markup', svg: 'markup',
  yaml: 'hash', yml: 'hash', toml: 'hash', sh: 'hash', bash: 'hash', py: 'hash', rb: 'hash', pl: 'hash', r: 'hash', conf: 'hash', cfg: 'hash', properties: 'hash', mk: 'hash', tf: 'hash',
  js: 'slashes', mjs: 'slashes', cjs: 'slashes', ts: 'slashes', mts: 'slashes', cts: 'slashes', tsx: 'slashes', jsx: 'slashes', go: 'slashes', rs: 'slashes', java: 'slashes', kt: 'slashes', swift: 'slashes',
  c: 'slashes', h: 'slashes', cpp: 'slashes', hpp: 'slashes', cs: 'slashes', scala: 'slashes', proto: 'slashes', jsonc: 'slashes', adoc: 'slashes', asciidoc: 'slashes',
  sql: 'dashes', lua: 'dashes', hs: 'dashes',
  rst: 'dots', css: 'block',
};

/** By the type that its name tells; null where a line more would change what the file says, or nobody knows. */
export function nonceFormOf(path: string): NonceForm | null {
  const extension = /[^/]\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(forms, extension) ? (forms[extension] ?? null) : null;
}

/** The mark of one file in one revision: the revision's nonce, and which of its files this is. */
export const nonceMark = (nonce: string, index: number): string => `${nonce}-${index}`;

/** What is put at the end of a context file, without the end of the line. */
export function nonceLine(form: NonceForm, mark: string): string {
  const text = `context revision ${mark}`;
  switch (form) {
    case 'plain': return text;
    // Not as markup: harnesses take such comments out before a model sees the file.
    case 'markdown': return `[//]: # (${text})`;
    case 'markup': return `<!-- ${text} -->`;
    case 'hash': return `# ${text}`;
    case 'slashes': return `// ${text}`;
    case 'dashes': return `-- ${text}`;
    case 'dots': return `.. ${text}`;
    case 'block': return `/* ${text} */`;
    default: return assertNever(form);
  }
}

/** What follows the bytes that were there: a file that does not end its last line is given an end first. */
export function nonceEnding(text: string, line: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text === '' || text.endsWith('\n') ? '' : end}${line}${end}`;
}

/** Why a context file has no line of its own, so that nobody can tell whether it was ingested. */
export const unmarkedReasons = ['no_comment', 'not_text', 'too_large'] as const;
export type UnmarkedReason = (typeof unmarkedReasons)[number];

export function describeUnmarked(reason: UnmarkedReason): string {
  switch (reason) {
    case 'no_comment': return 'a file of this type cannot carry a line that does nothing';
    case 'not_text': return 'it is not text in UTF-8, so it carries no line';
    case 'too_large': return 'it is larger than what gets a line';
    default: return assertNever(reason);
  }
}
