import type { Approver } from './approval.ts';
import type { Attempt } from './attempt.ts';
import type { Binding, Noted } from './binding.ts';
import { imageKey, madeBy, type BuiltImage } from './built-image.ts';
import { atVersion, engineOperations, outcomeOf, withOutcome } from './capabilities.ts';
import type { FactValue } from './facts.ts';
import { settledBy, startedBy } from './fold-attempt.ts';
import { askExternal, attachExternal, leaveExternal, missExternal, proposeExternal, releaseExternals, transferExternals } from './fold-external.ts';
import { bornBinding, withAcceptance, withAttempt, withDenial, withObservation, withWaiver } from './fold-binding.ts';
import { withRelease } from './fold-release.ts';
import type { Digest, Endpoint } from './ids.ts';
import { MapDraft } from './map-draft.ts';
import type { Decision, Intent, Observation, Receipt, Settlement } from './receipt.ts';
import type { Ref } from './reference.ts';
import { withRunAttempt } from './private-engine.ts';
import type { World } from './world.ts';

/** Folds receipts, in their order, into a new world. Pure: the world given is left as it was. */
export function foldWorld(world: World, receipts: Iterable<Receipt>): World {
  const draft: Draft = {
    size: world.size,
    installation: world.installation,
    epoch: world.epoch,
    reanchored: world.reanchored,
    bindings: world.bindings,
    approvers: new MapDraft(world.approvers),
    offeredKeys: new MapDraft(world.offeredKeys),
    images: new MapDraft(world.images),
    open: new MapDraft(world.open),
    inventories: new MapDraft(world.inventories),
    externals: new MapDraft(world.externals),
    takenReleases: new MapDraft(world.takenReleases),
    endpoints: new MapDraft(world.endpoints),
    engineRuns: new MapDraft(world.engineRuns),
    records: new MapDraft(world.records),
  };
  for (const receipt of receipts) {
    draft.size = receipt.seq;
    foldReceipt(draft, receipt);
  }
  return worldOf(draft);
}

const worldOf = (draft: Draft): World => ({
  size: draft.size,
  installation: draft.installation,
  epoch: draft.epoch,
  reanchored: draft.reanchored,
  bindings: draft.bindings,
  approvers: draft.approvers.map,
  offeredKeys: draft.offeredKeys.map,
  images: draft.images.map,
  open: draft.open.map,
  inventories: draft.inventories.map,
  externals: draft.externals.map,
  takenReleases: draft.takenReleases.map,
  endpoints: draft.endpoints.map,
  engineRuns: draft.engineRuns.map,
  records: draft.records.map,
});

/** Maps that seldom change: most receipts leave each as it is. */
type MapName = 'approvers' | 'offeredKeys' | 'images' | 'open' | 'inventories' | 'externals' | 'takenReleases' | 'endpoints' | 'engineRuns' | 'records';
type DraftOf<Part> = Part extends ReadonlyMap<infer Key, infer Value> ? MapDraft<Key, Value> : never;
type Draft = { -readonly [Name in Exclude<keyof World, MapName>]: World[Name] } & { readonly [Name in MapName]: DraftOf<World[Name]> };

function foldReceipt(draft: Draft, receipt: Receipt): void {
  const { body } = receipt;
  switch (body.kind) {
    case 'intent': return foldIntent(draft, receipt, body);
    case 'settlement': return foldSettlement(draft, receipt, body);
    case 'observation': return foldObservation(draft, receipt, body);
    case 'decision': return foldDecision(draft, receipt, body);
  }
}

function foldIntent(draft: Draft, receipt: Receipt, body: Intent): void {
  const attempt = startedBy(receipt, body);
  draft.open.set(attempt.id, attempt);
  foldImageAttempt(draft, attempt);
  foldRunAttempt(draft, attempt);
  changeBinding(draft, receipt.about, receipt, (binding) => withAttempt(binding, attempt));
  askExternal(draft, receipt.about, attempt, receipt.seq);
}

function foldSettlement(draft: Draft, receipt: Receipt, body: Settlement): void {
  const open = draft.open.get(body.attempt);
  if (!open) return;
  draft.open.delete(open.id);
  foldOutcome(draft, open, receipt.seq, body);
  const settled = settledBy(open, receipt, body);
  foldImageAttempt(draft, settled);
  foldRunAttempt(draft, settled);
  changeBinding(draft, open.about, receipt, (binding) => withAttempt(binding, settled));
  askExternal(draft, open.about, settled, receipt.seq);
}

function foldOutcome(draft: Draft, { operation, about }: Attempt, seq: number, settlement: Settlement): void {
  if (!('engine' in about) || !engineOperations.some((one) => one === operation)) return;
  const outcome = outcomeOf(settlement);
  if (outcome) draft.records.set(about.engine, withOutcome(draft.records.get(about.engine) ?? atVersion(undefined, ''), operation, outcome, seq));
}

/** A build makes an image ours once it is applied; what is asked about it later stands with it. */
function foldImageAttempt(draft: Draft, attempt: Attempt): void {
  if (attempt.operation === 'build_image') {
    const made = madeBy(attempt);
    if (made) draft.images.set(imageKey(made.engine, made.id), made);
  } else if (attempt.operation === 'remove_image') changeImage(draft, attempt.about, (image) => ({ ...image, removal: attempt }));
}

function foldRunAttempt({ engineRuns }: Draft, attempt: Attempt): void {
  if (attempt.about.kind !== 'endpoint') return;
  const run = withRunAttempt(engineRuns.get(attempt.about.endpoint), attempt);
  if (run) engineRuns.set(attempt.about.endpoint, run);
}

/** A removal is about the image's id: a name may belong to another one by then. */
function changeImage(draft: Draft, about: Ref, change: (image: BuiltImage) => BuiltImage): void {
  if (about.kind !== 'image') return;
  const key = imageKey(about.engine, about.reference);
  const image = draft.images.get(key);
  if (image) draft.images.set(key, change(image));
}

function foldEngine(draft: Draft, endpoint: Endpoint, noted: Noted<FactValue<'engine'>>): void {
  const { engine, version } = noted.value;
  draft.endpoints.set(endpoint, noted);
  if (engine) draft.records.set(engine, atVersion(draft.records.get(engine), version));
}

function foldObservation(draft: Draft, receipt: Receipt, body: Observation): void {
  const { about, seq, at } = receipt;
  switch (body.fact) {
    case 'epoch': return foldEpoch(draft, body.value);
    case 'engine': if (about.kind === 'endpoint') foldEngine(draft, about.endpoint, { value: body.value, seq, at }); return;
    case 'inventory': if (about.kind === 'engine' && !draft.inventories.has(about.engine)) draft.inventories.set(about.engine, { value: body.value, seq, at }); return;
    case 'requested': return foldRequest(draft, receipt, body.value);
    case 'key': return void draft.offeredKeys.set(body.value.subject, { ...body.value, retired: false });
    case 'proposed': if (about.kind === 'external') return proposeExternal(draft, about, body.value, seq); break;
    case 'absent': foldAbsence(draft, about, { value: body.value, seq, at }); break;
  }
  changeBinding(draft, about, receipt, (binding) => withObservation(binding, about, body, { seq, at }));
}

/** Of what is no worker's: of a worker's own its fold tells. */
function foldAbsence(draft: Draft, about: Ref, absent: Noted<FactValue<'absent'>>): void {
  missExternal(draft, about, absent);
  changeImage(draft, about, (image) => ({ ...image, absent: { ...absent, value: absent.value.readings } }));
}

function foldEpoch(draft: Draft, value: FactValue<'epoch'>): void {
  draft.epoch = Math.max(draft.epoch, value.epoch);
  draft.installation ??= value.installation;
}

function foldRequest(draft: Draft, { about, seq, at }: Receipt, spec: FactValue<'requested'>): void {
  // A worker is born once: a second request would forget what is held.
  if (about.kind !== 'binding' || draft.installation === null || draft.bindings.has(about.binding)) return;
  draft.bindings = draft.bindings.with(about.binding, bornBinding(about.binding, draft.installation, spec, { seq, at }));
}

function foldDecision(draft: Draft, { about, seq, at }: Receipt, { decision, subject, approval, execution }: Decision): void {
  const line = { seq, at };
  switch (decision) {
    case 'enrol_key': return changeKey(draft, subject, (key) => ({ ...key, retired: false }));
    case 'retire_key': return changeKey(draft, subject, (key) => ({ ...key, retired: true }));
    case 'waive': return changeBinding(draft, about, line, (binding) => withWaiver(binding, about, line, execution));
    case 'accept_finding': return changeBinding(draft, about, { seq, at }, (binding) => withAcceptance(binding, subject));
    case 'reanchor': return void (draft.reanchored = { seq, at });
    // What these decide is told by the receipts that follow them.
    case 'attach': return attachExternal(draft, about, subject, line);
    // What was attached is left as it is.
    case 'revoke': return leaveExternal(draft, about, line);
    case 'transfer': return transferExternals(draft, about, subject, line);
    case 'release':
      releaseExternals(draft, about, { ...line, subject, ...(approval && { approval }) });
      return changeBinding(draft, about, line, (binding) => withRelease(binding, { ...line, subject, ...(approval && { approval }) }));
    case 'deny': return changeBinding(draft, about, line, (binding) => withDenial(binding, about, line));
    case 'approve': case 'choose_fallback': case 'close_attempt': return changeBinding(draft, about, { seq, at }, (binding) => binding);
  }
}

/** Only a key that was offered under this digest; a retired one may not come back under it. */
function changeKey(draft: Draft, subject: Digest, change: (key: Approver) => Approver): void {
  const offered = draft.offeredKeys.get(subject);
  if (!offered) return;
  const known = draft.approvers.get(offered.fingerprint);
  if (!known?.retired) draft.approvers.set(offered.fingerprint, change(known ?? offered));
}

function changeBinding(draft: Draft, about: Ref, line: Pick<Receipt, 'seq' | 'at'>, change: (binding: Binding) => Binding): void {
  if (!('binding' in about)) return;
  const binding = draft.bindings.get(about.binding);
  if (binding) draft.bindings = draft.bindings.with(about.binding, { ...change(binding), last: { seq: line.seq, at: line.at } });
}
