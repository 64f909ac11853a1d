import { describe, expect, test } from 'vitest';
import { digestSchema, endpointSchema, guestPathSchema, instantOf, instantSchema, seatSchema } from '../../shared/ids.ts';
import { parseReceipt, type Receipt } from '../../shared/receipt.ts';
import { launchRequestSchema, workerSpecSchema } from '../../shared/worker-spec.ts';
import { aboutBinding, aboutResource, aDecision, anIntent, anObservation, aSettlement, aWorkerSpec, receiptsFrom } from '../support/builders.ts';

const work = aboutResource('work');

const [intent, settlement, observation, decision] = receiptsFrom([
  anIntent('create_volume', work),
  aSettlement(work),
  anObservation('readiness', { rung: 'process_started', state: 'seen', says: 'it runs' }, aboutBinding()),
  aDecision(),
]) as [Receipt, Receipt, Receipt, Receipt];

type Change = (receipt: Receipt) => unknown;

describe('a receipt', () => {
  test.each([['an intent', intent], ['a settlement', settlement], ['an observation', observation], ['a decision', decision]])('comes back as it was written: %s', (_name, receipt) => {
    expect(parseReceipt(JSON.parse(JSON.stringify(receipt)))).toEqual(receipt);
  });

  test.each<[string, Receipt, Change]>([
    ['another version', intent, (receipt) => ({ ...receipt, v: 2 })],
    ['place zero', intent, (receipt) => ({ ...receipt, seq: 0 })],
    ['a field that there is not', intent, (receipt) => ({ ...receipt, note: 'n' })],
    ['a time without milliseconds', intent, (receipt) => ({ ...receipt, at: '2026-01-01T00:00:00Z' })],
    ['a time in another zone', intent, (receipt) => ({ ...receipt, at: '2026-01-01T00:00:00.000+01:00' })],
    ['an actor of no class', intent, (receipt) => ({ ...receipt, actor: { class: 'root', id: 'r' } })],
    ['an actor without a name', intent, (receipt) => ({ ...receipt, actor: { class: 'adm', id: '' } })],
    ['a subject that there is not', intent, (receipt) => ({ ...receipt, about: { kind: 'network' } })],
    ['an operation that there is not', intent, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, operation: 'prune' } })],
    ['an epoch below zero', intent, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, epoch: -1 } })],
    ['a body of no kind', intent, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, kind: 'sample' } })],
    ['a field that its body does not have', intent, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, secret: 's' } })],
    ['a settlement without evidence', settlement, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, evidence: [] } })],
    ['a disposition that there is not', settlement, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, disposition: 'failed' } })],
    ['evidence of no kind', settlement, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, evidence: [{ kind: 'claim' }] } })],
    ['a decision that there is not', decision, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, decision: 'retry' } })],
    ['a value of another fact', observation, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, fact: 'epoch' } })],
    ['a value with a field too many', observation, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, value: { rung: 'process_started', state: 'seen', says: '', more: 1 } } })],
    ['no value', observation, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, value: undefined } })],
    ['a fact that there is not', observation, ({ body, ...receipt }) => ({ ...receipt, body: { ...body, fact: 'cpu_sample' } })],
  ])('is refused with %s', (_name, receipt, change) => {
    expect(() => parseReceipt(change(receipt))).toThrow();
  });

  test('that is refused for its value names the fact and the place', () => {
    const { body, ...receipt } = observation;

    const read = () => parseReceipt({ ...receipt, body: { ...body, value: { rung: 'process_started', state: 'maybe', says: '' } } });

    expect(read).toThrow(/"body",\s*"value",\s*"state"/);
    expect(read).toThrow('readiness: ');
  });
});

describe('Law 8: what is written of a launch', () => {
  test('names environment variables and holds no value of any', () => {
    const request = { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: ['HOME'] };

    expect(launchRequestSchema.safeParse(request).success).toBe(true);
    expect(launchRequestSchema.safeParse({ ...request, environmentNames: ['TOKEN=abc'] }).success).toBe(false);
    expect(launchRequestSchema.safeParse({ ...request, environment: { TOKEN: 'abc' } }).success).toBe(false);
  });
});

describe('a worker’s spec', () => {
  test.each<[string, Record<string, unknown>]>([
    ['root as its user', { user: { uid: 0, gid: 0 } }],
    ['a network', { network: 'bridge' }],
    ['an image by name alone', { image: { reference: 'sample:1', id: 'sample:1' } }],
    ['an artifact outside the workspace', { artifacts: [{ path: '/etc/passwd', maxBytes: 1 }] }],
    ['an artifact that climbs out of the workspace', { artifacts: [{ path: '/workspace/../etc/passwd', maxBytes: 1 }] }],
    ['no argv', { argv: [] }],
    ['generation zero', { generation: 0 }],
    ['half a thousandth of a CPU', { resources: { cpuMilli: 10.5, memoryBytes: 64_000_000, pids: 64 } }],
  ])('is refused with %s', (_name, change) => {
    expect(workerSpecSchema.safeParse({ ...aWorkerSpec(), ...change }).success).toBe(false);
  });
});

describe('words that are parsed once', () => {
  test.each(['reviewer', 'reviewer@atlas', 'a', '0-9@b'])('%s is a seat', (seat) => {
    expect(seatSchema.safeParse(seat).success).toBe(true);
  });

  test.each(['', 'Reviewer', 'a b', 'a@', '@b', 'a@b@c', '-a', 'a/b', 'a\n'])('%j is not a seat', (seat) => {
    expect(seatSchema.safeParse(seat).success).toBe(false);
  });

  test.each(['unix:///var/run/docker.sock'])('%s is an endpoint', (endpoint) => {
    expect(endpointSchema.safeParse(endpoint).success).toBe(true);
  });

  test.each(['', '/var/run/docker.sock', 'unix://relative', 'tcp://127.0.0.1:2375', `unix:///${'x'.repeat(120)}`, 'unix:///a\0b'])('%j is not an endpoint', (endpoint) => {
    expect(endpointSchema.safeParse(endpoint).success).toBe(false);
  });

  test.each(['/workspace', '/workspace/task/report.md', '/workspace/a b/…', '/workspace/...'])('%s is a path in the guest', (path) => {
    expect(guestPathSchema.safeParse(path).success).toBe(true);
  });

  test.each(['', '/', 'workspace', '/workspace/', '//workspace', '/workspace/./a', '/workspace/../a', '/a\0'])('%j is not a path in the guest', (path) => {
    expect(guestPathSchema.safeParse(path).success).toBe(false);
  });

  test('a digest is sha256 and 64 lower-case digits', () => {
    expect(digestSchema.safeParse(`sha256:${'0a'.repeat(32)}`).success).toBe(true);
    expect(digestSchema.safeParse(`sha256:${'0A'.repeat(32)}`).success).toBe(false);
    expect(digestSchema.safeParse('0a'.repeat(32)).success).toBe(false);
  });

  test('an instant is always of the same width', () => {
    expect([0, Date.UTC(2026, 11, 31, 23, 59, 59, 999)].map(instantOf)).toEqual(['1970-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z']);
    expect(instantSchema.safeParse(instantOf(0)).success).toBe(true);
  });
});
