import { assertNever } from '../../../../shared/assert-never.ts';
import { countText } from '../../../../shared/quantities.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Mark, MarkPlace } from './mark-files.ts';

/** Why it is not shown that this store is the whole of what was sealed. */
export type CustodyDoubt =
  | { readonly kind: 'behind'; readonly place: MarkPlace; readonly marked: number; readonly size: number }
  | { readonly kind: 'inconsistent'; readonly place: MarkPlace; readonly marked: number }
  | { readonly kind: 'disagree'; readonly marked: number }
  | { readonly kind: 'missing'; readonly place: MarkPlace; readonly file: string }
  | { readonly kind: 'unreadable'; readonly place: MarkPlace; readonly file: string; readonly says: string }
  | { readonly kind: 'foreign'; readonly place: MarkPlace; readonly origin: string }
  | { readonly kind: 'unsigned'; readonly place: MarkPlace | 'store' }
  | { readonly kind: 'checkpoint'; readonly size: number }
  | { readonly kind: 'checkpoint_missing'; readonly marked: number }
  | { readonly kind: 'incomplete'; readonly says: string };

/** What is asked of a store, its marks and its newest checkpoint. */
export interface CustodyView {
  readonly size: number;
  /** The name that its checkpoints have to carry; null while it is empty. */
  readonly origin: string | null;
  readonly rootAt: (size: number) => Uint8Array;
  readonly isSigned: (note: string) => boolean;
  readonly checkpoints: number;
  readonly newest: { readonly note: string; readonly checkpoint: Checkpoint } | null;
  readonly marks: readonly Mark[];
}

type PresentMark = Extract<Mark, { readonly kind: 'present' }>;

/** The first doubt there is, the gravest first; null where store, marks and newest checkpoint agree. */
export function doubtOf(view: CustodyView): CustodyDoubt | null {
  const present = view.marks.filter((mark) => mark.kind === 'present');
  return (
    firstOf(view.marks, unreadable) ??
    firstOf(present, (mark) => foreign(view, mark)) ??
    disagreeing(present) ??
    firstOf(present, (mark) => apart(view, mark)) ??
    firstOf(present, (mark) => unsigned(view, mark)) ??
    ofNewest(view) ??
    checkpointMissing(view, present) ??
    firstOf(view.marks, (mark) => missing(view, mark))
  );
}

function firstOf<Value>(values: readonly Value[], doubt: (value: Value) => CustodyDoubt | null): CustodyDoubt | null {
  for (const value of values) {
    const found = doubt(value);
    if (found) return found;
  }
  return null;
}

const unreadable = (mark: Mark): CustodyDoubt | null => (mark.kind === 'unreadable' ? mark : null);

const foreign = ({ origin }: CustodyView, { place, checkpoint }: PresentMark): CustodyDoubt | null =>
  origin !== null && checkpoint.origin !== origin ? { kind: 'foreign', place, origin: checkpoint.origin } : null;

const unsigned = ({ isSigned }: CustodyView, { place, note }: PresentMark): CustodyDoubt | null => (isSigned(note) ? null : { kind: 'unsigned', place });

function disagreeing([one, other]: readonly PresentMark[]): CustodyDoubt | null {
  const sameSize = one && other && one.checkpoint.size === other.checkpoint.size;
  return sameSize && !isSame(one.checkpoint.root, other.checkpoint.root) ? { kind: 'disagree', marked: one.checkpoint.size } : null;
}

/** A mark may lag, where its writing was cut off; it may never be ahead, and never of another tree. */
function apart({ size, rootAt }: CustodyView, { place, checkpoint }: PresentMark): CustodyDoubt | null {
  const marked = checkpoint.size;
  if (marked > size) return { kind: 'behind', place, marked, size };
  return isSame(rootAt(marked), checkpoint.root) ? null : { kind: 'inconsistent', place, marked };
}

function ofNewest({ size, origin, rootAt, isSigned, newest }: CustodyView): CustodyDoubt | null {
  if (!newest) return null;
  const { checkpoint, note } = newest;
  const fits = checkpoint.size <= size && checkpoint.origin === origin && isSame(rootAt(checkpoint.size), checkpoint.root);
  if (!fits) return { kind: 'checkpoint', size: checkpoint.size };
  return isSigned(note) ? null : { kind: 'unsigned', place: 'store' };
}

/** Each mark was a checkpoint of the store before it was a mark. */
function checkpointMissing({ newest }: CustodyView, present: readonly PresentMark[]): CustodyDoubt | null {
  const ahead = present.find(({ checkpoint }) => checkpoint.size > (newest?.checkpoint.size ?? 0));
  return ahead ? { kind: 'checkpoint_missing', marked: ahead.checkpoint.size } : null;
}

/** The first sealing may have been cut off before its marks, or between them; a copied data folder has the mark beside the database and not the other. */
function missing({ checkpoints, marks }: CustodyView, mark: Mark): CustodyDoubt | null {
  const isCopied = mark.place === 'state' && marks.some(({ kind, place }) => place === 'data' && kind === 'present');
  return mark.kind === 'missing' && (checkpoints > 1 || isCopied) ? { kind: 'missing', place: mark.place, file: mark.file } : null;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

const goneText = (count: number): string => `${countText(count, 'sealed receipt')} ${count === 1 ? 'is' : 'are'} gone`;

const folderOf = (place: MarkPlace): string => (place === 'data' ? 'the data folder' : 'the state folder');

export function describeDoubt(doubt: CustodyDoubt): string {
  switch (doubt.kind) {
    case 'behind': return `The ledger ends at receipt ${doubt.size}, and the mark in ${folderOf(doubt.place)} was made at ${doubt.marked}: ${goneText(doubt.marked - doubt.size)}, or an older copy was put in place.`;
    case 'inconsistent': return `The first ${countText(doubt.marked, 'receipt')} are not those that the mark in ${folderOf(doubt.place)} was made over: they were rewritten, or belong to another ledger.`;
    case 'disagree': return `The two marks were made at ${doubt.marked}, over different receipts.`;
    case 'missing': return `The mark in ${folderOf(doubt.place)} is gone (${doubt.file}), though the ledger was sealed. After moving the data folder it is missing too.`;
    case 'unreadable': return `The mark in ${folderOf(doubt.place)} cannot be read: ${doubt.says} (${doubt.file}).`;
    case 'foreign': return `The mark in ${folderOf(doubt.place)} is of another ledger, ${doubt.origin}.`;
    case 'unsigned': return doubt.place === 'store' ? 'The newest checkpoint is not signed with this ledger’s key.' : `The mark in ${folderOf(doubt.place)} is not signed with this ledger’s key.`;
    case 'checkpoint': return `The newest checkpoint, made at ${doubt.size}, is not one of the receipts that are there.`;
    case 'checkpoint_missing': return `A checkpoint was made at ${doubt.marked}, as a mark shows, and is not in the ledger any more.`;
    case 'incomplete': return `The ledger’s tree cannot be read: ${doubt.says}.`;
    default: return assertNever(doubt);
  }
}
