import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { EffectWithoutAttemptError, type EffectToken } from '../../electron/host/attempts/effect-token.ts';
import type { Mutations } from '../../electron/host/attempts/mutations.ts';
import type { Operation } from '../../shared/operations.ts';
import { anAttemptRun, attemptOf, createVolume } from '../support/attempt-runs.ts';
import { aBindingId, aboutResource, anAttemptId, theEndpoint, theEngine } from '../support/builders.ts';
import { applied, FakeMutations } from '../support/fake-mutations.ts';

const engineOf = (mutations: Mutations) => mutations.engine(theEndpoint, theEngine);

/** Every mutating call there is, with whatever token. */
const calls: Readonly<Record<Operation, (mutations: Mutations, token: EffectToken) => Promise<unknown>>> = {
  create_network: (mutations, token) => engineOf(mutations).createNetwork(token, {} as never),
  create_volume: (mutations, token) => engineOf(mutations).createVolume(token, { name: 'v', labels: {} }),
  create_container: (mutations, token) => engineOf(mutations).createContainer(token, {} as never),
  deliver: (mutations, token) => engineOf(mutations).putArchive(token, { container: 'c', folder: '/' }, Readable.from([])),
  start_container: (mutations, token) => engineOf(mutations).startContainer(token, 'c'),
  stop_container: (mutations, token) => engineOf(mutations).stopContainer(token, 'c', { seconds: 1 }),
  remove_container: (mutations, token) => engineOf(mutations).removeContainer(token, 'c', 'unnamed_too'),
  remove_network: (mutations, token) => engineOf(mutations).removeNetwork(token, 'n'),
  remove_volume: (mutations, token) => engineOf(mutations).removeVolume(token, 'v'),
  pull_image: (mutations, token) => engineOf(mutations).pullImage(token, {} as never, () => undefined),
  remove_image: (mutations, token) => engineOf(mutations).removeImage(token, 'i'),
  build_image: (mutations, token) => engineOf(mutations).buildImage(token, {} as never, () => undefined),
  publish_file: (mutations, token) => mutations.files.publish(token, { staged: 's', destination: 'd' }),
  back_up: (mutations, token) => mutations.backups.publish(token, { staged: 's', destination: 'd' }),
  write_release: (mutations, token) => mutations.releases.publish(token, { staged: 's', destination: 'd' }),
  export_bundle: (mutations, token) => mutations.bundles.publish(token, { staged: 's', destination: 'd' }),
  remove_staging: (mutations, token) => mutations.staging.remove(token, aBindingId()),
  start_engine: (mutations, token) => mutations.daemon.start(token),
  stop_engine: (mutations, token) => mutations.daemon.stop(token),
};

const everyCall = Object.entries(calls) as [Operation, (typeof calls)[Operation]][];

/** An attempt that ended, and the token it had. */
async function aUsedToken() {
  const run = anAttemptRun();
  let token: EffectToken | undefined;
  await run.ask({}, (mutations, given) => {
    token = given;
    return createVolume(mutations, given);
  });
  if (!token) throw new TypeError('the effect was not called');
  return { run, token };
}

describe('Law 1: no effect without an attempt', () => {
  test.each(everyCall)('%s refuses a look-alike token', async (operation, call) => {
    const forged = { attempt: anAttemptId(), operation, epoch: 1 };

    await expect(call(new FakeMutations(), forged)).rejects.toThrow(EffectWithoutAttemptError);
  });

  test.each(everyCall.filter(([operation]) => operation !== 'create_volume'))('%s refuses the token of an attempt for something else', async (_operation, call) => {
    const run = anAttemptRun();

    const outcome = run.ask({}, async (mutations, token) => {
      await call(mutations, token);
      return applied;
    });

    await expect(outcome).rejects.toThrow('this attempt is for create_volume');
    expect(run.mutations.calls).toEqual([]);
  });

  test('a copy of a token is not a token', async () => {
    const run = anAttemptRun();

    await expect(run.ask({}, (mutations, token) => createVolume(mutations, { ...token }))).rejects.toThrow(EffectWithoutAttemptError);

    expect(run.mutations.calls).toEqual([]);
  });

  test('a token cannot be changed', async () => {
    const { token } = await aUsedToken();

    expect(Object.isFrozen(token)).toBe(true);
  });
});

describe('a token', () => {
  test('is good for one call', async () => {
    const run = anAttemptRun();

    const twice = run.ask({}, async (mutations, token) => {
      await createVolume(mutations, token);
      return createVolume(mutations, token);
    });

    await expect(twice).rejects.toThrow('no attempt stands behind this call, or its one call was made');
    expect(run.mutations.calls).toEqual(['create_volume']);
  });

  test('leaves its attempt open where it was used twice: the first call may have happened', async () => {
    const run = anAttemptRun();

    await run.ask({}, (mutations, token) => createVolume(mutations, token).then(() => createVolume(mutations, token))).catch(() => undefined);

    expect(run.journal.world.open.size).toBe(1);
    expect(run.attempts.calling.size).toBe(0);
  });

  test('is not good after its attempt', async () => {
    const { run, token } = await aUsedToken();

    await expect(createVolume(run.mutations, token)).rejects.toThrow(EffectWithoutAttemptError);
  });

  test('is not good after its attempt’s deadline, though it was never used', async () => {
    const run = anAttemptRun();
    let late: Promise<unknown> | undefined;

    await run.ask({ deadlineSeconds: 0.02 }, (mutations, token) => {
      const slow = sleep(60).then(() => createVolume(mutations, token));
      late = slow.catch((error: unknown) => error);
      return slow;
    });

    expect(await late).toBeInstanceOf(EffectWithoutAttemptError);
    expect(run.mutations.calls).toEqual([]);
  });

  test('names the attempt, its operation and its epoch, for the labels of what is created', async () => {
    const { run, token } = await aUsedToken();

    expect(token).toMatchObject({ operation: 'create_volume', epoch: run.journal.epoch });
    expect(run.settlementOf(token.attempt)).toBeDefined();
  });
});

describe('an effect that ended without making its call', () => {
  test('was not sent, and cannot be sent later: the attempt is refused, not left open', async () => {
    const run = anAttemptRun();

    const outcome = await run.ask({}, () => Promise.reject(new TypeError('a file is gone')));

    expect(outcome).toMatchObject({ kind: 'settled', disposition: 'refused', says: 'Nothing was sent: a file is gone' });
    expect(run.settlementOf(attemptOf(outcome))).toMatchObject({ evidence: [{ kind: 'reading', found: 'nothing was sent: a file is gone' }] });
  });

  test('is refused also where it threw at once', async () => {
    const run = anAttemptRun();

    const outcome = await run.ask({}, () => {
      throw new TypeError('a file is gone');
    });

    expect(outcome).toMatchObject({ kind: 'settled', disposition: 'refused' });
  });

  test('leaves the attempt open where its call was made before', async () => {
    const run = anAttemptRun();

    const outcome = await run.ask({}, async (mutations, token) => {
      await createVolume(mutations, token);
      throw new TypeError('after the call');
    });

    expect(outcome).toMatchObject({ kind: 'unconfirmed', says: 'after the call; it is not there' });
  });

  test('does not stand in the way of the next attempt', async () => {
    const run = anAttemptRun();
    await run.ask({}, () => Promise.reject(new TypeError('a file is gone')));

    expect(await run.ask({ about: aboutResource('work') })).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });
});
