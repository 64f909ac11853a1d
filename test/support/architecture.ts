import { isBuiltin } from 'node:module';
import path from 'node:path/posix';
import { importsOf, type Import } from './imports.ts';

/** A source file by its path from the root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

interface Violation {
  readonly file: string;
  readonly says: string;
}

/** A folder of the host may import itself and those before it. */
export const hostFolders = [
  'ledger', 'attempts', 'engine', 'secrets', 'approvals', 'gateway', 'grants', 'placement', 'projection', 'execution', 'artifacts', 'custody', 'department', 'rein', 'openrig', 'api',
] as const;

const root = 'electron/host';
const hostPlaces = hostFolders.map((folder) => `${root}/${folder}`);

/**
 * What each place may import besides itself: other places, `node` for the runtime's own modules, and packages. `tar-stream`
 * is data in, data out; what reaches outside belongs to one place only.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'shared': ['zod'],
  'renderer': ['shared', 'zod', 'react', 'react-dom', 'react-aria-components', 'zustand', 'lucide-react', 'uplot', '@fontsource-variable'],
  ...Object.fromEntries(hostPlaces.map((place, index) => [place, ['shared', ...hostPlaces.slice(0, index), 'node', 'zod', 'tar-stream', ...packagesOf(place)]])),
  // Files of the host itself, and the answers to the window, put its folders together.
  [`${root}/requests`]: ['shared', root, ...hostPlaces, 'node', 'zod'],
  [root]: ['shared', `${root}/requests`, ...hostPlaces, 'node', 'zod'],
  'electron/cli': ['shared', root, ...hostPlaces, 'node', 'zod'],
  'electron/ipc': ['shared', 'node', 'zod', 'electron'],
  'electron': ['shared', root, 'electron/ipc', ...hostPlaces, 'node', 'zod', 'electron'],
};

function packagesOf(place: string): readonly string[] {
  switch (place) {
    case `${root}/ledger`: return ['better-sqlite3'];
    case `${root}/engine`: return ['dockerode', 'docker-modem'];
    case `${root}/projection`: return ['diff', 'jsonc-parser', 'smol-toml', 'yaml'];
    case `${root}/artifacts`: return ['ajv'];
    default: return [];
  }
}

/** Names that only some files may import, whatever the way; `everything` of their module counts as well. */
const guarded: readonly { readonly name: string; readonly from: (target: string) => boolean; readonly to: (file: string) => boolean; readonly why: string }[] = [
  { name: 'mintToken', from: (target) => target === `${root}/attempts/effect-token.ts`, to: within(`${root}/attempts`), why: 'only attempts mint tokens' },
  { name: 'createHash', from: isCrypto, to: (file) => file === `${root}/ledger/digest.ts`, why: 'only digest.ts hashes' },
  { name: 'hash', from: isCrypto, to: (file) => file === `${root}/ledger/digest.ts`, why: 'only digest.ts hashes' },
  { name: 'webcrypto', from: isCrypto, to: (file) => file === `${root}/ledger/digest.ts`, why: 'only digest.ts hashes' },
  { name: 'createRequire', from: (target) => target === 'node:module' || target === 'module', to: within(`${root}/engine`), why: 'it imports what cannot be seen' },
];

/** Every import that breaks a rule, in the order of the files. Pure: what is on the disk is the caller's. */
export function violationsIn(files: readonly SourceFile[]): readonly Violation[] {
  return files.flatMap(({ path: file, text }) => importsOf(file, text).flatMap((one) => complaintsAbout(file, one).map((says) => ({ file, says }))));
}

function complaintsAbout(file: string, one: Import): readonly string[] {
  if (one.specifier === undefined) return ['imports what cannot be told before it runs'];
  const target = targetOf(file, one.specifier);
  if (isRelative(one.specifier) && path.extname(target) === '') return [`imports ${target}, which names no file`];
  return [strayFrom(file, target), ...guarded.map((guard) => guardBroken(guard, file, one, target))].filter((says) => says !== undefined);
}

function strayFrom(file: string, target: string): string | undefined {
  const place = placeOf(file);
  const permitted = allowed[place];
  if (!permitted) return `is in ${place}, which has no rule`;
  const reached = isOurs(target) ? placeOf(target) : packageOf(target);
  return reached === place || permitted.includes(reached) ? undefined : `${place} must not import ${target}`;
}

function guardBroken({ name, from, to, why }: (typeof guarded)[number], file: string, { names, reexports }: Import, target: string): string | undefined {
  if (!from(target) || !(names === 'everything' || names.includes(name))) return undefined;
  return to(file) && !reexports ? undefined : `must not import ${name} from ${target}: ${why}`;
}

/** The file or module that is imported, without what a bundler is asked to do with it. */
function targetOf(file: string, specifier: string): string {
  const [bare = ''] = specifier.split('?');
  return isRelative(bare) ? path.join(path.dirname(file), bare) : bare;
}

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

/** A file of a source folder; a package's own files (`electron/main`) are named without an extension. */
const isOurs = (target: string): boolean => /^(shared|renderer|electron)\/.*\.\w+$/.test(target);

function packageOf(target: string): string {
  if (isBuiltin(target)) return 'node';
  const [scope = '', name] = target.split('/');
  return scope.startsWith('@') && scope !== '@fontsource-variable' ? `${scope}/${name}` : scope;
}

function placeOf(file: string): string {
  const [top = '', second, third] = path.dirname(file).split('/');
  if (top !== 'electron' || second === undefined) return top;
  return second === 'host' && third !== undefined ? `${root}/${third}` : `${top}/${second}`;
}

function within(folder: string): (file: string) => boolean {
  return (file) => file.startsWith(`${folder}/`);
}

function isCrypto(target: string): boolean {
  return target === 'node:crypto' || target === 'crypto';
}
