import { assertNever } from './assert-never.ts';

/** The window's one grammar of evidence. The same seven marks serve every view. */
export type EvidenceMark = 'asked' | 'accepted' | 'seen' | 'unconfirmed' | 'needs_person' | 'refused' | 'none';

export const evidenceMarks: readonly EvidenceMark[] = ['asked', 'accepted', 'seen', 'unconfirmed', 'needs_person', 'refused', 'none'];

/** A mark never stands without words. */
export interface Evident {
  readonly mark: EvidenceMark;
  readonly says: string;
}

export function describeMark(mark: EvidenceMark): string {
  switch (mark) {
    case 'asked': return 'asked, no answer yet';
    case 'accepted': return 'accepted by the engine';
    case 'seen': return 'seen by us';
    case 'unconfirmed': return 'unconfirmed';
    case 'needs_person': return 'needs a person';
    case 'refused': return 'refused or in conflict';
    case 'none': return 'not asked, or not supported';
    default: return assertNever(mark);
  }
}
