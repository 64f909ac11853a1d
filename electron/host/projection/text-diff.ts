import type { DiffLine } from '../../../shared/revision.ts';

/** More different lines than this are not told one by one. */
const mostSteps = 1000;
const around = 3;

type Edit = Extract<DiffLine, { readonly text: string }>;

/** The lines of two texts against each other, with what is the same left out but for a few lines around each change. Null where too much differs. */
export function textDiff(before: string, after: string): readonly DiffLine[] | null {
  const edits = editsOf(linesOf(before), linesOf(after));
  return edits && shortened(edits);
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** The shortest way from one to the other, after E. W. Myers: each round takes one step more, and remembers how far each diagonal came. */
function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] | null {
  const rounds: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let steps = 0; steps <= Math.min(mostSteps, before.length + after.length); steps += 1) {
    const next = new Map(reached);
    rounds.push(reached);
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const at = farthest(before, after, begin(reached, diagonal, steps), diagonal);
      next.set(diagonal, at);
      if (at >= before.length && at - diagonal >= after.length) return wayBack(before, after, rounds);
    }
    reached = next;
  }
  return null;
}

const isDown = (reached: ReadonlyMap<number, number>, diagonal: number, steps: number): boolean => diagonal === -steps || (diagonal !== steps && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1));

const begin = (reached: ReadonlyMap<number, number>, diagonal: number, steps: number): number => (isDown(reached, diagonal, steps) ? (reached.get(diagonal + 1) ?? 0) : (reached.get(diagonal - 1) ?? 0) + 1);

function farthest(before: readonly string[], after: readonly string[], from: number, diagonal: number): number {
  let at = from;
  while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal]) at += 1;
  return at;
}

function wayBack(before: readonly string[], after: readonly string[], rounds: readonly ReadonlyMap<number, number>[]): readonly Edit[] {
  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let steps = rounds.length - 1; steps >= 0; steps -= 1) {
    const reached = rounds[steps] ?? new Map<number, number>();
    const down = isDown(reached, x - y, steps);
    const from = reached.get(x - y + (down ? 1 : -1)) ?? 0;
    const step = from - (x - y + (down ? 1 : -1));
    while (x > from && y > step && before[x - 1] === after[y - 1]) {
      edits.push({ kind: 'same', text: before[x - 1] ?? '' });
      x -= 1;
      y -= 1;
    }
    if (steps > 0) edits.push(down ? { kind: 'added', text: after[y - 1] ?? '' } : { kind: 'removed', text: before[x - 1] ?? '' });
    x = from;
    y = step;
  }
  return edits.toReversed();
}

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
