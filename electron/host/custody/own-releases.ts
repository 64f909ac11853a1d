import { externalKey, isTakenOver, type OwnRelease } from '../../../shared/external.ts';
import type { EngineId, Instant } from '../../../shared/ids.ts';
import { releaseStatementSchema, type ReleasedResource, type ReleaseStatement } from '../../../shared/release.ts';
import type { Journal } from '../ledger/journal.ts';

type Kept = Pick<Journal, 'world' | 'document'>;

/** Whether something that a release of ours gave away has come to this console since. */
export const cameBack = ({ world }: Pick<Journal, 'world'>, { engine, resources }: ReleaseStatement): boolean =>
  resources.some(({ resource, identity }) => {
    const external = world.externals.get(externalKey(engine, resource, identity.id));
    return external !== undefined && isTakenOver(external);
  });

/**
 * Until when a release of ours gives these things to somebody else than the console that gives them to us now. It is not
 * ended by their coming back: nobody but its receivers can tell whether it was taken up.
 */
export function openUntil(journal: Kept, { engine, installation, resources }: ReleaseStatement, now: Instant): Instant | undefined {
  return releasesOf(journal, engine, resources)
    .flatMap(({ subject }) => releaseStatementSchema.safeParse(journal.document(subject)).data ?? [])
    .filter(({ to, until }) => to !== installation && until > now)
    .map(({ until }) => until)
    .toSorted()
    .at(-1);
}

/** All of them, also where the thing came back, or went to another one since. */
function releasesOf({ world }: Pick<Journal, 'world'>, engine: EngineId, resources: readonly ReleasedResource[]): readonly OwnRelease[] {
  const keys = new Set(resources.map(({ resource, identity }) => externalKey(engine, resource, identity.id)));
  const ofWorkers = [...world.bindings.values()].filter(({ spec }) => spec.engine === engine).flatMap((binding) => Object.values(binding.resources))
    .flatMap(({ kind, present, releases }) => (releases && present && keys.has(externalKey(engine, kind, present.value.id)) ? releases : []));
  return [...ofWorkers, ...[...keys].flatMap((key) => world.externals.get(key)?.releases ?? [])];
}
