import type { ExternalSeen, ExternalView, OfExternal } from '../../../shared/external-view.ts';
import type { External } from '../../../shared/external.ts';
import type { Fingerprint } from '../../../shared/facts.ts';
import type { Digest, EngineId } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { operator } from '../../../shared/receipt.ts';
import type { ExternalRef } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Standing } from '../../../shared/standing.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';

export const externalRef = (engine: EngineId, { resource, id }: Pick<OfExternal, 'resource' | 'id'>, name: string): ExternalRef => ({ kind: 'external', engine, resource, id, name });

/** What attaching decides about: the thing as it was shown, with everything that spoke against offering it. */
export function attachSubject({ engine, resource, id, name }: ExternalRef, { identity, signs }: ExternalSeen): Json {
  return { decision: 'attach', engine, resource, id, name, identity: identityText(identity), signs: [...signs] };
}

/** An identity as a signed or digested document holds it. */
export const identityText = (identity: Fingerprint): Json => Object.fromEntries(Object.entries(identity).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Why it is not attached, if it is not. */
export function attachBar({ group, owner, transferred, recorded, namesake, isAnothers, why }: Standing): Refusal | undefined {
  if (recorded) return refusal('blocked', `It cannot be attached yet: ${why.join('; ')}.`, 'Verify that the one that was taken over is gone, or leave it.');
  if (namesake) return refusal('blocked', `It cannot be attached yet: ${why.join('; ')}.`, aboutNamesake[namesake]);
  if (owner && group !== 'ours') return refusal('unconfirmed', `It cannot be attached: ${why.join('; ')}.`, 'Go on with the preparation of that worker, or look at it again.');
  if (owner || transferred) return refusal('already_so', 'It is this console’s: there is nothing to attach.', 'Look at what it belongs to.');
  if (group === 'attached') return refusal('already_so', 'It is attached already.', 'There is nothing to decide.');
  if (isAnothers) return refusal('not_ours', `It is another console’s: ${why.join('; ')}.`, 'Take it over with the signed release of whoever has it.');
  return undefined;
}

const aboutNamesake: Readonly<Record<NonNullable<Standing['namesake']>, string>> = {
  another: 'Take that worker back as far as its step for this volume, which verifies that its own is gone and leaves this one as it is.',
  not_told: 'Whether it is that worker’s own is not told by the engine: look there before anything is done about it by hand.',
};

/** Records whose it is not, and that this console looks at it from now on. Nothing is asked of the engine. */
export function attach(journal: Journal, { endpoint }: Pick<OfExternal, 'endpoint'>, ref: ExternalRef, seen: ExternalSeen, shown: Digest): Result<null> {
  const document = attachSubject(ref, seen);
  const subject = digestOf(document);
  if (subject !== shown) return refused(refusal('changed_since', `The ${ref.resource} ${ref.name} is not as it was shown.`, 'Look at it again, then decide.'));
  journal.appendAll(
    [
      { actor: operator, about: ref, body: { kind: 'observation', fact: 'proposed', value: { act: 'attach', subject, endpoint, identity: seen.identity, signs: [...seen.signs] }, source: 'inspect' } },
      { actor: operator, about: ref, body: { kind: 'decision', decision: 'attach', subject } },
    ],
    [document],
  );
  return ok(null);
}

/** What was taken over is left only where what is there is not known to be it: what is known is taken back, or given away. */
export function leaveBar({ known, standing, ref, plan }: Pick<ExternalView, 'known' | 'standing' | 'ref' | 'plan'>): Refusal | undefined {
  const name = `The ${ref.resource} ${ref.name}`;
  if (known?.custody.kind !== 'transferred') return undefined;
  if (!standing.recorded) return refusal('already_so', `${name} is this console’s: it is taken back or given away, and not left.`, 'Remove it or release it.');
  if (plan.some(({ state }) => state.kind === 'already_gone')) return refusal('blocked', `${name} is not there any more.`, 'Verify its absence instead.');
  return plan.some(({ state }) => state.kind === 'unconfirmed' || state.kind === 'asking') ? refusal('unconfirmed', `An attempt about ${ref.name} is not settled.`, 'Look again first.') : undefined;
}

/** Ends an attachment, or gives up what was taken over and cannot be told from another: it is left as it is, and its logs are not shown any more. */
export function leave(journal: Journal, { ref, custody }: External): Result<null> {
  if (custody.kind !== 'attached' && custody.kind !== 'transferred') return refused(refusal('already_so', `The ${ref.resource} ${ref.name} is not attached.`, 'There is nothing to leave.'));
  const document: Json = { decision: 'revoke', [custody.kind]: custody.seq, engine: ref.engine, resource: ref.resource, id: ref.id };
  journal.append({ actor: operator, about: ref, body: { kind: 'decision', decision: 'revoke', subject: digestOf(document) } }, [document]);
  return ok(null);
}
