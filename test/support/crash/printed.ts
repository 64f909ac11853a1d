import type { Row } from './crash.ts';

const headings = ['step', 'killed', 'found after the restart', 'ended as', 'asked of the engine'] as const;

/** The matrix as a table of text. */
export function printed(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(lineOf)];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}

/** One row as soon as it is known: the whole matrix takes long, and may be stopped before its end. */
export const printedAlone = (row: Row): string => lineOf(row).join('  ');

const lineOf = ({ step, at, side, found, ended, effects }: Row): readonly string[] => [step, `${side} ${at}`, shortOf(found), shortOf(ended), countsText(effects)];

/** What was applied on the way is told by number only. */
function shortOf(told: string): string {
  const all = told.split(', ');
  const applied = all.filter((each) => each.endsWith(' applied'));
  const rest = all.filter((each) => !each.endsWith(' applied'));
  if (all.length === 1) return told;
  return [...(applied.length > 0 ? [`${applied.length} applied`] : []), ...rest].join(', ');
}

function countsText(effects: Readonly<Record<string, number>>): string {
  const counts = Object.values(effects);
  if (counts.length === 0) return 'nothing';
  return counts.every((count) => count === 1) ? `${counts.length} × once` : Object.entries(effects).map(([name, count]) => `${name}: ${count}`).join(', ');
}
