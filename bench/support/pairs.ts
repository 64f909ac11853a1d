/** What one run of a thing took, in the unit of its row. */
export type Sample = () => Promise<number> | number;

export interface Pair {
  readonly ours: number;
  readonly reference: number;
}

export interface Samples {
  readonly ours: readonly number[];
  readonly reference: readonly number[];
}

export const usualPairs = 5;

/** Runs both in turn, so that whatever else the machine does meets them alike. The first pair warms up and does not count. */
export function pairsOf(ours: Sample, reference: Sample, count = usualPairs): Promise<Samples> {
  return roundsOf(async () => ({ ours: await ours(), reference: await reference() }), count);
}

/** The same for what takes turns within a round, because it is short. */
export async function roundsOf(round: () => Promise<Pair> | Pair, count = usualPairs): Promise<Samples> {
  const samples = { ours: [] as number[], reference: [] as number[] };
  for (let number = 0; number <= count; number += 1) {
    const { ours, reference } = await round();
    process.stdout.write(`${number === 0 ? 'warm-up' : `pair ${number}`}: ${figure(ours)} against ${figure(reference)}\n`);
    if (number === 0) continue;
    samples.ours.push(ours);
    samples.reference.push(reference);
  }
  return samples;
}

const figure = (value: number): string => String(Number(value.toPrecision(3)));

export async function millisecondsOf(work: () => Promise<unknown> | void): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
