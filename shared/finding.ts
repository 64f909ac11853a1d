import { z } from 'zod';
import { digestSchema, type BindingId, type Digest } from './ids.ts';
import type { Json } from './json.ts';
import { nonceForms } from './nonce-line.ts';

/** What may not hold in the guest, or must not go there. */
export const findingKindSchema = z.enum(['host_command', 'host_path', 'home_path', 'loopback_url', 'in_image', 'not_in_image', 'secret', 'malformed', 'not_reviewed']);

export const findingPlaceSchema = z.discriminatedUnion('at', [
  /** RFC 6901, of a value or of a name. */
  z.strictObject({ at: z.enum(['value', 'name']), pointer: z.string().max(4096) }),
  z.strictObject({ at: z.literal('line'), line: z.number().int().positive().safe() }),
  z.strictObject({ at: z.literal('file') }),
]);

/** One thing in a settings file that somebody has to decide on. Never holds the value of a secret. */
export const findingSchema = z.strictObject({
  /** Its path in the manifest. */
  file: z.string().min(1).max(4096),
  place: findingPlaceSchema,
  kind: findingKindSchema,
  /** The path, address or program itself. */
  text: z.string().max(1000),
});

/** What was done to the staged copy, and is not in the source. */
export const changeSchema = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('fixed'), finding: findingSchema, value: z.string().max(4096) }),
  z.strictObject({ way: z.literal('dropped'), finding: findingSchema }),
  /** A line with the nonce of its revision was put at the end of a context file. The nonce is named by the digest of its document. */
  z.strictObject({ way: z.literal('marked'), form: z.enum(nonceForms), nonce: digestSchema }),
]);

/** A finding's three ways, as they are asked for. */
export const findingWaySchema = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('fix'), value: z.string().min(1).max(4096).regex(/^[^\p{Cc}]*$/u, 'a value has no control characters') }),
  z.strictObject({ way: z.literal('drop') }),
  z.strictObject({ way: z.literal('accept') }),
]);

export type FindingKind = z.infer<typeof findingKindSchema>;
export type FindingPlace = z.infer<typeof findingPlaceSchema>;
export type Finding = z.infer<typeof findingSchema>;
export type StagedChange = z.infer<typeof changeSchema>;
export type FindingWay = z.infer<typeof findingWaySchema>;
export type FindingWayName = FindingWay['way'];

/** A finding as the window shows it. */
export interface FindingRow {
  readonly id: Digest;
  readonly finding: Finding;
  /** The staged bytes that an acceptance of it holds for, where it stands for more than it shows. */
  readonly bytes?: Digest;
  /** Somebody signed for it as it is. */
  readonly accepted: boolean;
}

/** What an acceptance is about: this finding of this worker, wherever else it is staged again with these bytes, where they are named. */
export const acceptanceOf = (binding: BindingId, { finding, bytes }: Pick<FindingRow, 'finding' | 'bytes'>): Json => ({ decision: 'accept_finding', binding, finding, ...(bytes !== undefined && { bytes }) });

/** It is about the whole file, or was cut where it is shown: what else there is nobody sees in it. */
export const standsForMore = ({ place, text }: Finding): boolean => place.at === 'file' || isCut(text) || ('pointer' in place && isCut(place.pointer));

const isCut = (shown: string): boolean => shown.endsWith('…');

/** Why it matters, in one sentence. */
export function whyOf(kind: FindingKind): string {
  switch (kind) {
    case 'host_command': return 'A command points at a path of this machine; in the guest it is not there.';
    case 'host_path': return 'A path of this machine: in the guest it is not there, or is something else.';
    case 'home_path': return 'A path in a home: the guest’s home holds only what is delivered.';
    case 'loopback_url': return 'An address of this machine: in the guest it leads to the guest itself.';
    case 'in_image': return 'It is to be in the image; nobody has looked whether it is.';
    case 'not_in_image': return 'It is not in the image; a name without a path was looked for where the image has its programs looked for.';
    case 'secret': return 'A value that is a key or a password by its look: use a grant instead.';
    case 'malformed': return 'It could not be read as what its name says, so nothing in it was looked at but for keys by their look.';
    case 'not_reviewed': return 'It is larger or deeper than what is looked through.';
  }
}

/** Which ways a finding has: a line of a script is not taken out, what was not read cannot be changed, a secret is not accepted. */
export function waysOf({ kind, place }: Finding): readonly FindingWayName[] {
  if (place.at === 'file' || kind === 'malformed' || kind === 'not_reviewed') return ['accept'];
  const accept = kind === 'secret' ? [] : (['accept'] as const);
  switch (place.at) {
    case 'value': return ['fix', 'drop', ...accept];
    case 'name': return ['drop', ...accept];
    case 'line': return ['fix', ...accept];
  }
}

export function placeText(place: FindingPlace): string {
  switch (place.at) {
    case 'value': return place.pointer === '' ? 'the whole value' : place.pointer;
    case 'name': return `the name ${place.pointer}`;
    case 'line': return `line ${place.line}`;
    case 'file': return 'the whole file';
  }
}

export const sameFinding = (one: Finding, other: Finding): boolean => one.file === other.file && one.kind === other.kind && one.text === other.text && samePlace(one.place, other.place);

function samePlace(one: FindingPlace, other: FindingPlace): boolean {
  switch (one.at) {
    case 'value':
    case 'name': return one.at === other.at && one.pointer === other.pointer;
    case 'line': return other.at === 'line' && one.line === other.line;
    case 'file': return other.at === 'file';
  }
}
