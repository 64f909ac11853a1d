import { describe, expect, test } from 'vitest';
import type { Binding } from '../../shared/binding.ts';
import { aspectLabels, comparisonRows, isReach, requestedText } from '../../shared/comparison.ts';
import { aspectSchema, type Reach, type Reading } from '../../shared/facts.ts';
import { bornBinding } from '../../shared/fold-binding.ts';
import { aBindingId, anInstant, aWorkerSpec, theInstallation } from '../support/builders.ts';

const line = { seq: 2, at: anInstant() };

/** A worker whose CPU limit, requested as half a CPU, was read as given. */
function aWorker(admitted?: string | null, observed?: string | null): Binding {
  const noted = (value: string | null, source: string) => ({ value: [{ aspect: 'cpu', value, source } satisfies Reading], ...line });
  return {
    ...bornBinding(aBindingId(), theInstallation, aWorkerSpec(), line),
    ...(admitted !== undefined && { admitted: noted(admitted, 'inspect') }),
    ...(observed !== undefined && { observed: noted(observed, 'cgroup') }),
  };
}

const cpuOf = (binding: Binding) => comparisonRows(binding).find(({ aspect }) => aspect === 'cpu');

describe('Law 11: requested, admitted and observed are three columns', () => {
  test('every aspect has a row, in one order', () => {
    expect(comparisonRows(aWorker()).map(({ aspect }) => aspect)).toEqual([...Object.keys(aspectLabels), 'harness', 'policy']);
    expect(new Set(Object.keys(aspectLabels))).toEqual(new Set(aspectSchema.options));
  });

  test('a column that was never read stays empty: none is filled from another', () => {
    expect(cpuOf(aWorker())).toEqual({ aspect: 'cpu', label: 'CPU', requested: '0.5 CPU', agrees: 'unknown' });
    expect(cpuOf(aWorker('0.5 CPU'))).not.toHaveProperty('observed');
    expect(cpuOf(aWorker(undefined, '0.5 CPU'))).not.toHaveProperty('admitted');
  });

  test('each value says where it was read', () => {
    expect(cpuOf(aWorker('0.5 CPU', '0.5 CPU'))).toMatchObject({ admitted: { source: 'inspect' }, observed: { source: 'cgroup' } });
  });

  test.each<[string, string | null | undefined, string | null | undefined, 'yes' | 'no' | 'unknown']>([
    ['nothing was read', undefined, undefined, 'unknown'],
    ['the engine admits it, and nobody looked in the guest', '0.5 CPU', undefined, 'unknown'],
    ['the engine admits it, and the guest does not tell', '0.5 CPU', null, 'unknown'],
    ['the engine admits something else', '1 CPU', undefined, 'no'],
    ['the engine admits something else, though the guest shows it', '1 CPU', '0.5 CPU', 'no'],
    ['the guest shows something else', '0.5 CPU', '1 CPU', 'no'],
    ['engine and guest show it', '0.5 CPU', '0.5 CPU', 'yes'],
    ['the engine does not tell, and the guest shows it', null, '0.5 CPU', 'yes'],
  ])('agreement, when %s', (_name, admitted, observed, agrees) => {
    expect(cpuOf(aWorker(admitted, observed))?.agrees).toBe(agrees);
  });

  test('what is requested has a text for every aspect', () => {
    const spec = aWorkerSpec();

    expect(aspectSchema.options.map((aspect) => requestedText(spec, aspect))).toEqual(['0.5 CPU', '256 MiB', '64 processes', 'none', 'on', 'on', '1000:1000', 'on', 'none', aWorkerSpec().image.id]);
  });
});

describe('where a worker gets to', () => {
  const joined = (reach?: Reach[]): Binding => ({ ...bornBinding(aBindingId(), theInstallation, aWorkerSpec({ network: 'internal' }), line), ...(reach && { reach: { value: { targets: reach }, ...line } }) });
  const rowsOf = (binding: Binding) => comparisonRows(binding).filter(isReach);

  test('is asked for with its network: the engine’s side of it, and nothing beyond', () => {
    expect(rowsOf(joined()).map(({ aspect, requested, agrees }) => [aspect, requested, agrees])).toEqual([['host', 'reached', 'unknown'], ['outside', 'not reached', 'unknown'], ['names', 'not reached', 'unknown']]);
  });

  test('is never admitted, only seen, and says how it was tried', () => {
    const [host, outside] = rowsOf(joined([{ target: 'host', state: 'reached', says: 'it answered' }, { target: 'outside', state: 'reached', says: 'a connection came about' }]));

    expect(host).toMatchObject({ observed: { value: 'reached', source: 'it answered' }, agrees: 'yes' });
    expect(outside).toMatchObject({ observed: { value: 'reached' }, agrees: 'no' });
    expect(outside).not.toHaveProperty('admitted');
  });

  test('is not known where the guest has nothing to try it with', () => {
    expect(rowsOf(joined([{ target: 'names', state: 'unsupported', says: 'no command' }])).at(-1)).toMatchObject({ observed: { value: null, source: 'no command' }, agrees: 'unknown' });
  });

  test('is shown of a worker without a network once it was tried', () => {
    const alone = { ...joined([{ target: 'outside', state: 'not_reached', says: 'no route' }]), spec: aWorkerSpec() };

    expect(rowsOf({ ...joined(), spec: aWorkerSpec() })).toEqual([]);
    expect(rowsOf(alone)[1]).toMatchObject({ requested: 'not reached', observed: { value: 'not reached' }, agrees: 'yes' });
  });
});

describe('the versions of a worker', () => {
  const rowOf = (binding: Binding, wanted: string) => comparisonRows(binding).find(({ aspect }) => aspect === wanted);
  const withImage = (admitted: string, observed: Reading): Binding => ({ ...aWorker(), admitted: { value: [{ aspect: 'image', value: admitted, source: 'inspect Image' }], ...line }, observed: { value: [observed], ...line } });
  const untold: Reading = { aspect: 'image', value: null, source: 'no guest tells its image' };

  test('of its image the whole id is asked for and admitted, and that no guest tells it is no disagreement', () => {
    const { id } = aWorkerSpec().image;

    expect(rowOf(withImage(id, untold), 'image')).toEqual({ aspect: 'image', label: 'Image', requested: id, admitted: { value: id, source: 'inspect Image' }, observed: { value: null, source: 'no guest tells its image' }, agrees: 'unknown' });
  });

  test('another image than the one asked for is not as requested', () => {
    expect(rowOf(withImage(`sha256:${'9'.repeat(64)}`, untold), 'image')?.agrees).toBe('no');
  });

  test.each(['harness', 'policy'])('of its %s none is declared, and it says why nothing else is known', (aspect) => {
    expect(rowOf(aWorker(), aspect)).toMatchObject({ requested: 'none declared', admitted: { value: null, source: 'no engine says it' }, observed: { value: null, source: expect.stringContaining('says how') }, agrees: 'unknown' });
  });
});
