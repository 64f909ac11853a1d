import { digestSchema, type Digest } from './ids.ts';

/** An image as it is asked of a registry. */
export interface ImageReference {
  /** Who is asked for it. */
  readonly registry: string;
  /** As an engine takes it: with the registry where it is not the engine's own default. */
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

const defaultRegistry = 'docker.io';
const longest = 255;

const part = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const host = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\d{1,5})?$/;
const tagForm = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const digestForm = /^sha256:[0-9a-f]{64}$/;

/** Reads what a person typed, or says in one sentence what is wrong. A tag or a digest has to be there: nothing is taken for "the latest". */
export function readImageReference(text: string): ImageReference | string {
  if (text.length > longest) return `Use at most ${longest} characters.`;
  const [name = '', digest, ...more] = text.split('@');
  const slash = name.lastIndexOf('/');
  const colon = name.indexOf(':', slash + 1);
  const repository = colon < 0 ? name : name.slice(0, colon);
  const tag = colon < 0 ? undefined : name.slice(colon + 1);
  if (more.length > 0 || !isRepository(repository)) return 'Write it as repository:tag or repository@sha256:…, in lower case.';
  if (digest !== undefined && !digestForm.test(digest)) return 'A digest is sha256: and 64 hexadecimal digits.';
  if (tag !== undefined && !tagForm.test(tag)) return 'A tag is letters, digits, dots, hyphens and underscores, up to 128.';
  if (digest !== undefined) return { registry: registryOf(repository), repository, digest };
  return tag === undefined ? 'Name a tag or a digest: nothing is taken for the latest.' : { registry: registryOf(repository), repository, tag };
}

/** What an engine calls it. */
export const imageReferenceText = ({ repository, tag, digest }: ImageReference): string => (digest === undefined ? `${repository}:${tag ?? ''}` : `${repository}@${digest}`);

/** The digest that a registry gave an image under this repository, of those an engine remembers. */
export function digestOfRepository({ repository }: ImageReference, digests: readonly string[]): Digest | undefined {
  const found = digestSchema.safeParse(digests.find((each) => each.slice(0, each.indexOf('@')) === repository)?.split('@')[1]);
  return found.success ? found.data : undefined;
}

/** The first part names a registry where it looks like a host: with a dot, a port, or as this machine. */
function registryOf(repository: string): string {
  const [first = '', ...rest] = repository.split('/');
  return rest.length > 0 && isHost(first) ? first : defaultRegistry;
}

const isHost = (text: string): boolean => (text.includes('.') || text.includes(':') || text === 'localhost') && host.test(text);

function isRepository(repository: string): boolean {
  const parts = repository.split('/');
  const [first = '', ...rest] = parts;
  return (rest.length > 0 && isHost(first) ? rest : parts).every((each) => part.test(each));
}
