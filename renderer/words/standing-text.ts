import type { StandingGroup } from '../../shared/standing.ts';

export const standingGroups: readonly StandingGroup[] = ['ours', 'attached', 'attachable', 'other'];

export const groupWords: Readonly<Record<StandingGroup, string>> = { ours: 'Ours', attached: 'Attached', attachable: 'Attachable', other: 'Other' };
