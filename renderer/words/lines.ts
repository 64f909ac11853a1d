/** Lines have no identity but their place. */
export const placed = <Line>(lines: readonly Line[]): readonly { readonly line: Line; readonly place: number }[] => lines.map((line, place) => ({ line, place }));

export const withValue = (lines: readonly string[], index: number, value: string): readonly string[] => lines.with(index, value);

export const withInserted = (lines: readonly string[], index: number, value: string): readonly string[] => lines.toSpliced(index, 0, value);

export const withoutAt = (lines: readonly string[], index: number): readonly string[] => lines.toSpliced(index, 1);

/** Pasted lines take the place of an empty line, or follow the one they were pasted into. */
export const withPasted = (lines: readonly string[], index: number, pasted: readonly string[]): readonly string[] =>
  lines[index] === '' ? lines.toSpliced(index, 1, ...pasted) : lines.toSpliced(index + 1, 0, ...pasted);
