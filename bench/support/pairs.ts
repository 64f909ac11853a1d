/** What one run of a thing took, in the unit of its row. */
export type Sample = () => Promise<number> | number;

export interface Samples {
  readonly ours: readonly number[];
  readonly reference: readonly number[];
}

export const usualPairs = 5;

/** Runs both in turn, so that whatever else the machine does meets them alike. The first pair warms up and does not count. */
export async function pairsOf(ours: Sample, reference: Sample, count = usualPairs): Promise<Samples> {
  const samples = { ours: [] as number[], reference: [] as number[] };
  for (let pair = 0; pair <= count; pair += 1) {
    const mine = await ours();
    const theirs = await reference();
    process.stdout.write(`${pair === 0 ? 'warm-up' : `pair ${pair}`}: ${round(mine)} against ${round(theirs)}\n`);
    if (pair === 0) continue;
    samples.ours.push(mine);
    samples.reference.push(theirs);
  }
  return samples;
}

const round = (value: number): string => String(Number(value.toPrecision(3)));

export async function millisecondsOf(work: () => Promise<unknown> | void): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
