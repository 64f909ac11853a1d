/** What makes a relative path unfit to be carried between this machine and a guest. */
export type PathDanger = 'empty' | 'absolute' | 'parent' | 'nul' | 'too_long';

const longestPath = 4096;

/**
 * Judges a relative path with forward slashes; `null` means that it is fit. A backslash and a colon are the ordinary bytes
 * that they are in the guest: on this machine nothing is ever made under such a path.
 */
export function dangerOfPath(path: string): PathDanger | null {
  if (path === '') return 'empty';
  if (path.length > longestPath) return 'too_long';
  if (path.includes('\0')) return 'nul';
  if (path.startsWith('/')) return 'absolute';
  for (const part of path.split('/')) {
    if (part === '' || part === '.') return 'empty';
    if (part === '..') return 'parent';
  }
  return null;
}

const words: Readonly<Record<PathDanger, string>> = {
  empty: 'has an empty part',
  absolute: 'is absolute',
  parent: 'leads out through ..',
  nul: 'holds a NUL byte',
  too_long: `is longer than ${longestPath} characters`,
};

export const describeDanger = (danger: PathDanger): string => words[danger];

/** A name as it may be shown: control and direction-changing characters spelt out, and not endless. */
export function printable(name: string): string {
  const shown = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}
