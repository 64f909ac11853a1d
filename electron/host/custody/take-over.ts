import type { TransferSource } from '../../../shared/external.ts';
import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { operator } from '../../../shared/receipt.ts';
import type { ExternalRef } from '../../../shared/reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import type { ReleasedResource } from '../../../shared/release.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { standingsOn } from '../../../shared/standing.ts';
import type { KeyRing } from '../approvals/key-ring.ts';
import type { Permit } from '../attempts/permit.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { differenceOf } from '../placement/identity.ts';
import { externalRef, identityText } from './attach.ts';
import { readExternal } from './read-external.ts';

export interface TakeOverPorts {
  readonly journal: Journal;
  readonly permit: Permit;
  readonly ring: KeyRing;
}

export interface Taken {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  readonly resources: readonly ReleasedResource[];
  readonly from: TransferSource;
  /** The release, or whom the operator named: kept beside the ledger. */
  readonly document?: Json;
}

/** Reads each of them on the engine: all have to be there, exactly as was stated, and none of them ours. */
export async function sameAsStated({ world }: Pick<Journal, 'world'>, reader: EngineReader, engine: EngineId, resources: readonly ReleasedResource[]): Promise<Result<null>> {
  const standingOf = standingsOn(world, engine);
  for (const { resource, name, identity } of resources) {
    const seen = await readExternal(reader, resource, identity.id);
    if (!seen) return refused(refusal('not_found', `The ${resource} ${name} is not on this engine.`, 'Nothing was taken over. Ask whoever gave it to sign anew what is still there.'));
    const difference = differenceOf(identity, seen.identity);
    if (difference !== undefined) return refused(refusal('identity_changed', `The ${resource} ${name} is not the one that was released: ${difference}.`, 'Nothing was taken over. Ask for a release of what is there now.'));
    const { group, recorded } = standingOf({ resource, id: identity.id, created: seen.identity.created, labels: seen.labels, signs: [] });
    if (recorded) return refused(refusal('blocked', `Another ${resource} ${name} was taken over before, and is not recorded as gone.`, 'Verify on its page that it is gone, or leave it there; then take this one over.'));
    if (group === 'ours') return refused(refusal('already_so', `The ${resource} ${name} is this console’s already.`, 'There is nothing to take over.'));
  }
  return ok(null);
}

/** Signs the other side of a transfer: from here on these things are this console’s, by what was stated of each. */
export function takeOver({ journal, permit, ring }: TakeOverPorts, { endpoint, engine, resources, from, document }: Taken): Result<null> {
  const decided: Json = {
    decision: 'transfer', engine, from: { ...from },
    resources: resources.map(({ resource, name, identity }) => ({ resource, name, identity: identityText(identity) })),
  };
  const approval = ring.sign('transfer', decided);
  const allowed = permit('transfer', decided, approval);
  if (!allowed.ok) return allowed;
  const subject = digestOf(decided);
  const refOf = ({ resource, name, identity }: ReleasedResource): ExternalRef => externalRef(engine, { resource, id: identity.id }, name);
  journal.appendAll(
    [
      ...resources.map((each) => ({ actor: operator, about: refOf(each), body: { kind: 'observation', fact: 'proposed', value: { act: 'transfer', subject, endpoint, identity: each.identity, from }, source: 'inspect' } }) as const),
      { actor: operator, about: { kind: 'engine', engine }, approval: approval.nonce, body: { kind: 'decision', decision: 'transfer', subject, approval } },
    ],
    document === undefined ? [decided] : [decided, document],
  );
  return ok(null);
}
