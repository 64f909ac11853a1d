import type { Binding } from '../../../shared/binding.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Result } from '../../../shared/result.ts';
import type { Journal } from '../ledger/journal.ts';
import { destinationOf } from './destination.ts';
import { publishParamsSchema } from './published-goal.ts';

interface Leaving {
  readonly path: string;
  readonly exportFolder: string;
  readonly digest: Digest;
}

/** Where these bytes go: beside what an earlier export of the same run published from there, where those are other bytes. */
export function freeDestination({ journal }: { readonly journal: Pick<Journal, 'document'> }, binding: Binding, { path, exportFolder, digest }: Leaving): Result<string> {
  const published = publishedFrom(journal, binding, path);
  for (let take = 1; ; take += 1) {
    const destination = destinationOf(exportFolder, binding, path, take);
    if (!destination.ok || !isOthers(published.get(destination.value), digest)) return destination;
  }
}

const isOthers = (there: Digest | undefined, digest: Digest): boolean => there !== undefined && there !== digest;

/** What this console itself put where, from that path. */
function publishedFrom(journal: Pick<Journal, 'document'>, { artifacts }: Binding, path: string): ReadonlyMap<string, Digest> {
  const publications = artifacts.find((artifact) => artifact.path === path)?.publications ?? [];
  const applied = publications.filter(({ settlement }) => settlement?.disposition === 'applied');
  return new Map(applied.flatMap(({ intent }): [string, Digest][] => {
    const params = publishParamsSchema.safeParse(journal.document(intent.params));
    return params.success ? [[params.data.destination, params.data.digest]] : [];
  }));
}
