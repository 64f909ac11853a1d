import { describe, expect, test } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { createResource } from '../../electron/host/placement/create-resource.ts';
import { bindingOf } from '../../electron/host/placement/prepare.ts';
import type { NetworkReading } from '../../shared/engine-readings.ts';
import { networkParamsSchema } from '../../shared/held-subnets.ts';
import { anAttemptRun } from '../support/attempt-runs.ts';
import { aBindingId, aRequest, aWorkerSpec } from '../support/builders.ts';

const pool = '172.20.5.0/26';
const network = (...subnets: string[]): NetworkReading => ({ id: 'n', name: 'lab', created: '', driver: 'bridge', internal: false, labels: {}, subnets, endpoints: [] });

/** Workers that were asked for with a network, at an engine that has these networks and answers so. */
function workers(count: number, there: readonly NetworkReading[] = [], answer: () => Answer = () => ({ kind: 'applied', status: 201, id: 'a'.repeat(64) })) {
  const run = anAttemptRun({ answer });
  for (let number = 1; number <= count; number += 1) run.journal.append(aRequest(aBindingId(number), aWorkerSpec({ network: 'internal' })));
  const reader = { listNetworks: async () => [...there] } as Partial<EngineReader> as EngineReader;
  const means = { ...run, readers: { at: () => reader }, networkPool: () => pool };
  const create = (number: number) => createResource(means, reader, bindingOf(run, aBindingId(number)), 'network');
  const askedFor = (number: number): string => {
    const params = bindingOf(run, aBindingId(number)).resources.network.creation?.intent.params;
    return networkParamsSchema.parse(params && run.journal.document(params)).subnet;
  };
  return { ...run, create, askedFor };
}

const refusal: Answer = { kind: 'refused', status: 403, says: 'Pool overlaps with other one on this address space' };

describe('the network of a worker', () => {
  test('is asked for with the first addresses that are free on its engine', async () => {
    const { create, askedFor } = workers(1, [network('172.20.5.0/28'), network('fd00::/64', '172.20.0.0/22')]);

    expect(await create(1)).toMatchObject({ ok: true, value: { disposition: 'applied' } });

    expect(askedFor(1)).toBe('172.20.5.16/28');
  });

  test('never has the addresses of another worker’s, also where the engine does not show that one yet', async () => {
    const { create, askedFor } = workers(3, [], () => ({ kind: 'unclear', says: 'the connection was cut' }));

    for (const number of [1, 2, 3]) await create(number);

    expect([1, 2, 3].map(askedFor)).toEqual(['172.20.5.0/28', '172.20.5.16/28', '172.20.5.32/28']);
  });

  test('is not asked for where the pool has none left', async () => {
    const { create, mutations } = workers(1, [network('172.20.0.0/16')]);

    expect(await create(1)).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining(`${pool} (4 in all) is taken`) as string, todo: expect.stringContaining('Settings') as string } });
    expect(mutations.calls).toEqual([]);
  });

  test('is refused in words where the engine says that its addresses overlap with something that it does not list', async () => {
    const { create } = workers(1, [], () => refusal);

    expect(await create(1)).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('172.20.5.0/28 overlaps') as string } });
  });

  /** An engine on which another console's network comes just before ours, so many times. */
  function besideAnother(times: number) {
    const there: NetworkReading[] = [];
    return workers(1, there, () => {
      if (there.length === times) return { kind: 'applied', status: 201, id: 'a'.repeat(64) };
      there.push(network(`172.20.5.${there.length * 16}/28`));
      return refusal;
    });
  }

  test('is asked for once more with other addresses, by another attempt, where another console’s has just taken them', async () => {
    const { create, askedFor, mutations } = besideAnother(1);

    expect(await create(1)).toMatchObject({ ok: true, value: { disposition: 'applied' } });

    expect(askedFor(1)).toBe('172.20.5.16/28');
    expect(mutations.calls).toEqual(['create_network', 'create_network']);
  });

  test('is not asked for a third time: it is said who was first, and that other addresses will be chosen', async () => {
    const { create, mutations } = besideAnother(2);

    expect(await create(1)).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('172.20.5.16/28') as string, todo: expect.stringContaining('Go on with the preparation') as string } });
    expect(mutations.calls).toHaveLength(2);
    expect(await create(1)).toMatchObject({ ok: true });
  });

  test('comes before the container: what was not seen cannot be joined', async () => {
    const { mutations, ...run } = workers(1);
    const reader = { listNetworks: async () => [] } as Partial<EngineReader> as EngineReader;

    expect(await createResource({ ...run, readers: { at: () => reader }, networkPool: () => pool }, reader, bindingOf(run, aBindingId(1)), 'container')).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(mutations.calls).toEqual([]);
  });
});
