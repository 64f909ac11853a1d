import { diffArrays } from 'diff';
import type { DiffLine } from '../../../shared/revision.ts';

/** More different lines than this are not told one by one. */
const mostSteps = 1000;
const around = 3;

type Edit = Extract<DiffLine, { readonly text: string }>;

/** The lines of two texts against each other, with what is the same left out but for a few lines around each change. Null where too much differs. */
export function textDiff(before: string, after: string): readonly DiffLine[] | null {
  const changes = diffArrays(linesOf(before), linesOf(after), { maxEditLength: mostSteps });
  return changes ? shortened(changes.flatMap(({ added, removed, value }) => value.map((text): Edit => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })))) : null;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function shortened(edits: readonly Edit[]): readonly DiffLine[] {
  const near = new Uint8Array(edits.length);
  edits.forEach(({ kind }, index) => { if (kind !== 'same') near.fill(1, Math.max(0, index - around), index + around + 1); });
  const lines: DiffLine[] = [];
  for (const [index, edit] of edits.entries()) {
    const last = lines.at(-1);
    if (near[index]) lines.push(edit);
    else if (last?.kind === 'skipped') lines[lines.length - 1] = { kind: 'skipped', lines: last.lines + 1 };
    else lines.push({ kind: 'skipped', lines: 1 });
  }
  return lines;
}
