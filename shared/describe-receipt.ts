import { assertNever } from './assert-never.ts';
import type { Evident } from './evidence-mark.ts';
import { receiverText, sourceText } from './external.ts';
import type { FactValue } from './facts.ts';
import { rungMarks } from './readiness.ts';
import { labelOf } from './operations.ts';
import { bytesText, countText, numberText } from './quantities.ts';
import type { Decision, Evidence, Observation, Receipt, Settlement } from './receipt.ts';
import { saysOfUnnamed } from './unnamed-volumes.ts';

/** A receipt in a few words: hollow for an intent, half for a settlement, solid for what was seen. */
export function describeReceipt(receipt: Receipt): Evident {
  const { body } = receipt;
  switch (body.kind) {
    case 'intent': return { mark: 'asked', says: `${labelOf(body.operation)}: asked` };
    case 'settlement': return describeSettlement(body);
    case 'observation': return { mark: markOfObservation(body), says: describeObservation(body) };
    case 'decision': return { mark: 'seen', says: describeDecision(body) };
    default: return assertNever(body);
  }
}

function describeSettlement(body: Settlement): Evident {
  switch (body.disposition) {
    case 'applied': return { mark: 'accepted', says: 'Settled: applied' };
    case 'no_op': return { mark: 'accepted', says: 'Settled: it was so already' };
    case 'refused': return { mark: 'refused', says: 'Settled: refused' };
    case 'not_applied': return { mark: 'none', says: 'Settled: not applied' };
    default: return assertNever(body.disposition);
  }
}

function markOfObservation(body: Observation): Evident['mark'] {
  switch (body.fact) {
    case 'engine': return body.value.state === 'reachable' ? 'seen' : 'refused';
    case 'delivered': return body.value.matched === body.value.files ? 'seen' : 'refused';
    case 'exported': return body.value.outcome === 'refused' ? 'refused' : 'seen';
    case 'checked': return body.value.outcome === 'matches' ? 'seen' : 'refused';
    case 'late_effect': return 'needs_person';
    case 'reobserved': return body.value.resources.every(({ state }) => state === 'there') ? 'seen' : 'refused';
    case 'readiness': return rungMarks[body.value.state];
    default: return 'seen';
  }
}

function describeObservation(body: Observation): string {
  switch (body.fact) {
    case 'epoch': return `Console started, epoch ${body.value.epoch}`;
    case 'engine': return body.value.state === 'reachable' ? `Engine answers, version ${body.value.version}` : `Engine does not answer: ${body.value.reason}`;
    case 'inventory': return `Was here before us: ${countText(body.value.containers, 'container')}, ${countText(body.value.volumes, 'volume')}, ${countText(body.value.images, 'image')}`;
    case 'image': return `Image is there, ${bytesText(body.value.bytes)}${body.value.digest === undefined ? '' : `, ${body.value.digest}`}`;
    case 'requested': return `Worker requested: ${body.value.seat}`;
    case 'launch_requested': return `Launch requested: ${body.value.argv.join(' ').slice(0, 120)}`;
    case 'present': return `Seen there, created ${body.value.created}`;
    case 'absent': return `Verified absent, ${countText(body.value.readings.length, 'reading')}${saysOfUnnamed(body.value.unnamed)}`;
    case 'late_effect': return 'Took effect after it was closed as not applied';
    case 'reobserved': return `Looked at again after a reanchor: ${body.value.resources.map(({ role, state }) => `${role} ${state}`).join(', ') || 'nothing is held'}`;
    case 'proposed': return describeProposal(body.value);
    case 'key': return `Key offered: ${body.value.name}`;
    case 'admitted': return 'Read what the engine admits';
    case 'observed': return 'Read in the guest';
    case 'reach': return `Tried from inside: ${body.value.targets.map(({ target, state }) => `${target} ${state.replace('_', ' ')}`).join(', ')}`;
    case 'staged': return `Staged ${countText(body.value.files, 'file')}, ${bytesText(body.value.bytes)}`;
    case 'unstaged': return body.value.manifests === 0 ? 'Staged copies are gone: none was left' : `Staged copies are gone: those of ${countText(body.value.manifests, 'manifest')}`;
    case 'delivered': return `Read back ${numberText(body.value.matched)} of ${countText(body.value.files, 'file')} as delivered`;
    case 'ingested': return `Ingested: ${body.value.file ?? 'a file of this revision'} was seen in ${seenText(body.value)}`;
    case 'process': return body.value.state === 'running' ? 'Main process runs' : `Main process ended with exit code ${body.value.exitCode}`;
    case 'readiness': return `${body.value.rung.replaceAll('_', ' ')}: ${body.value.says}`;
    case 'exported': return describeExport(body.value);
    case 'checked': return describeCheck(body.value);
    default: return assertNever(body);
  }
}

/** Where a nonce was seen. */
export function seenText({ seen, place, line }: Pick<FactValue<'ingested'>, 'seen' | 'place' | 'line'>): string {
  switch (seen) {
    case 'artifact':
    case 'transcript': return `${place}, line ${numberText(line)}`;
    case 'log': return `the log, line ${numberText(line)}`;
    default: return assertNever(seen);
  }
}

function describeExport(value: Extract<Observation, { fact: 'exported' }>['value']): string {
  switch (value.outcome) {
    case 'published': return `Exported ${bytesText(value.bytes)} to ${value.destination}${whileItRan(value)}`;
    case 'already_there': return `The same bytes were at ${value.destination} already${whileItRan(value)}`;
    case 'nothing': return `Exported nothing: ${value.says}`;
    case 'refused': return `Export refused: ${value.says}`;
    default: return assertNever(value);
  }
}

const whileItRan = ({ ran }: { readonly ran?: true }): string => (ran ? ', read while it ran' : '');

function describeProposal(value: Extract<Observation, { fact: 'proposed' }>['value']): string {
  switch (value.act) {
    case 'attach': return `To be attached: created ${value.identity.created}`;
    case 'transfer': return `To be taken over from ${sourceText(value.from)}`;
    case 'release': return `To be released ${value.anew ? 'once more ' : ''}to ${receiverText(value.to)}${value.stated ? `: ${countText(value.stated.length, 'thing')}` : ''}`;
    default: return assertNever(value);
  }
}

function describeCheck(value: Extract<Observation, { fact: 'checked' }>['value']): string {
  switch (value.outcome) {
    case 'matches': return `Checked again: ${bytesText(value.bytes)} at ${value.destination}, as exported`;
    case 'differs': return `Checked again: ${value.destination} is not what was exported: ${value.says}`;
    case 'gone': return `Checked again: nothing is at ${value.destination} any more`;
    default: return assertNever(value);
  }
}

const describeDecision = (body: Decision): string => `Decided: ${body.decision.replaceAll('_', ' ')}`;

export function describeEvidence(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'answer': return `the answer was ${evidence.status}${evidence.id ? ` with ${evidence.id}` : ''}`;
    case 'reading': return `read ${evidence.of}: ${evidence.found}`;
    case 'bytes': return `${bytesText(evidence.bytes)} at ${evidence.of} with ${evidence.digest}`;
    default: return assertNever(evidence);
  }
}
