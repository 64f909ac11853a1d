import { vi } from 'vitest';

/** Until it holds. The limit is for what never comes: a machine with much to do is slow. */
export const eventually = <Value>(holds: () => Value): Promise<Awaited<Value>> => vi.waitFor(holds, { timeout: 20_000, interval: 2 }) as Promise<Awaited<Value>>;
