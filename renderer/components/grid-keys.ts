/** Where a key moves the cursor of a list, or nothing when the key means nothing there. */
export function movedBy(key: string, index: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const within = (wanted: number): number => Math.max(0, Math.min(count - 1, wanted));
  switch (key) {
    case 'ArrowDown': return within(index + 1);
    case 'ArrowUp': return within(index - 1);
    case 'PageDown': return within(index + page);
    case 'PageUp': return within(index - page);
    case 'Home': return 0;
    case 'End': return count - 1;
    default: return undefined;
  }
}
