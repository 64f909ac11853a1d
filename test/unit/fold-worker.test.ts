import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { isHeld, isOurs, latestExecution, readBackOf, type Binding } from '../../shared/binding.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Operation } from '../../shared/operations.ts';
import { emptyWorld } from '../../shared/world.ts';
import {
  aBindingId, aboutArtifact, aboutBinding, aboutExecution, aboutProjection, aboutResource, aDigest, anAttemptId, anEffect, anExecutionId, anInstant, anIntent, anObservation, aRequest,
  aSettlement, receiptsFrom, theFirstEpoch,
} from '../support/builders.ts';

function workerFrom(...entries: readonly Entry[]): Binding {
  const binding = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, aRequest(), ...entries])).bindings.get(aBindingId());
  if (!binding) throw new TypeError('the worker is not in the world');
  return binding;
}

const work = aboutResource('work');
const container = aboutResource('container');
const present = (about = work, id = 'v') => anObservation('present', { id, created: 'then' }, about);
const absent = (about = work) => anObservation('absent', { readings: [{ via: 'id', at: anInstant() }, { via: 'listing', at: anInstant(1) }] }, about);
const staged = (manifest = aDigest(7)) => anObservation('staged', { manifest, files: 2, bytes: 10 }, aboutProjection(manifest));
const delivered = (matched = 2) => anObservation('delivered', { manifest: aDigest(7), files: 2, bytes: 10, matched, differing: 2 - matched, missing: 0, result: aDigest(8) }, aboutProjection());
const launched = (number = 1) => anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution(anExecutionId(number)));

describe('a worker that was only requested', () => {
  test('has its spec, the names of its resources and its declared artifacts, and holds nothing', () => {
    const worker = workerFrom();

    expect(worker.requested).toEqual({ seq: 2, at: anInstant(2) });
    expect(worker.resources.work).toEqual({ role: 'work', kind: 'volume', name: `bw-reviewer-at-atlas-work-1-${aBindingId()}` });
    expect(worker.resources.container.kind).toBe('container');
    expect(worker.artifacts).toEqual([{ path: '/workspace/task/report.md', declared: true, publications: [] }]);
    expect(Object.values(worker.resources).some(isOurs)).toBe(false);
  });
});

describe('Law 5: ours is what the ledger says we created', () => {
  test('a volume is ours once its creation is applied, and held until it is verified absent', () => {
    const created = anEffect('create_volume', work, anAttemptId());

    const stages = [workerFrom(anIntent('create_volume', work)), workerFrom(...created), workerFrom(...created, absent())].map(({ resources }) => resources.work);

    expect(stages.map(isOurs)).toEqual([false, true, true]);
    expect(stages.map(isHeld)).toEqual([false, true, false]);
  });

  test.each(['no_op', 'refused', 'not_applied'] as const)('a volume whose creation is %s is not ours', (disposition) => {
    expect(isOurs(workerFrom(...anEffect('create_volume', work, anAttemptId(), disposition)).resources.work)).toBe(false);
  });

  test('what was only seen there is not ours, whatever label it carries', () => {
    const worker = workerFrom(anObservation('present', { id: 'v', created: 'then', attempt: anAttemptId() }, work));

    expect(worker.resources.work.present?.value.attempt).toBe(anAttemptId());
    expect(isOurs(worker.resources.work)).toBe(false);
  });

  test.each(['no_op', 'refused'] as const)('a later creation that is %s does not take it away', (disposition) => {
    const worker = workerFrom(...anEffect('create_volume', work, anAttemptId(1)), ...anEffect('create_volume', work, anAttemptId(2), disposition));

    expect(worker.resources.work.creation?.id).toBe(anAttemptId(1));
    expect(isHeld(worker.resources.work)).toBe(true);
  });

  test('a creation that is asked again after a refusal is the one that counts', () => {
    const worker = workerFrom(...anEffect('create_volume', work, anAttemptId(1), 'refused'), ...anEffect('create_volume', work, anAttemptId(2)));

    expect(worker.resources.work.creation).toMatchObject({ id: anAttemptId(2), settlement: { disposition: 'applied' } });
  });

  test('a late creation is held, though its absence was read before it was shown', () => {
    const worker = workerFrom(anIntent('create_volume', work), absent(), aSettlement(work));

    expect(isHeld(worker.resources.work)).toBe(true);
  });
});

describe('Law 6: “delete requested” and “absence verified” are two facts', () => {
  const created = anEffect('create_container', container, anAttemptId(1));
  const removed = anEffect('remove_container', container, anAttemptId(2));

  test('a removal that was applied does not make a resource absent', () => {
    const { container: resource } = workerFrom(...created, ...removed).resources;

    expect(resource.removal?.settlement?.disposition).toBe('applied');
    expect(resource.absent).toBeUndefined();
    expect(isHeld(resource)).toBe(true);
  });

  test('an absence that was verified stands with its readings, and where it is written', () => {
    const { container: resource } = workerFrom(...created, ...removed, absent(container)).resources;

    expect(resource.absent).toMatchObject({ seq: 7, value: [{ via: 'id' }, { via: 'listing' }] });
    expect(isHeld(resource)).toBe(false);
  });

  test('what is seen again is no longer absent', () => {
    const { container: resource } = workerFrom(...created, absent(container), present(container, 'c')).resources;

    expect(resource.absent).toBeUndefined();
    expect(isHeld(resource)).toBe(true);
  });

  test('a stop is kept apart from a removal', () => {
    const { container: resource } = workerFrom(...created, ...anEffect('stop_container', container, anAttemptId(2), 'no_op')).resources;

    expect(resource.stop?.settlement?.disposition).toBe('no_op');
    expect(resource.removal).toBeUndefined();
  });
});

describe('Law 9: staged, delivered and ingested are three facts', () => {
  const asked = (attempt = anAttemptId()) => anEffect('deliver', aboutProjection(), attempt);

  test('files that are staged are not delivered', () => {
    expect(workerFrom(staged()).projections).toMatchObject([{ manifest: aDigest(7), deliveries: [] }]);
    expect(workerFrom(staged()).projections[0]?.delivered).toBeUndefined();
  });

  test('files whose delivery was accepted are not delivered until they were read back', () => {
    expect(workerFrom(staged(), ...asked()).projections[0]).not.toHaveProperty('delivered');
    expect(workerFrom(staged(), ...asked(), delivered()).projections[0]?.delivered?.value.matched).toBe(2);
  });

  test('what was read back is not said of a later delivery, until that was refused or read back itself', () => {
    const again = anAttemptId(2);
    const before = [staged(), ...asked(), delivered()];
    const readBack = (...entries: readonly Entry[]) => workerFrom(...before, ...entries).projections.map(readBackOf)[0]?.value.matched;

    expect(readBack()).toBe(2);
    expect(readBack(anIntent('deliver', aboutProjection(), again))).toBeUndefined();
    expect(readBack(...asked(again))).toBeUndefined();
    expect(readBack(...anEffect('deliver', aboutProjection(), again, 'not_applied'))).toBeUndefined();
    expect(readBack(...anEffect('deliver', aboutProjection(), again, 'refused'))).toBe(2);
    expect(readBack(...asked(again), delivered())).toBe(2);
  });

  test('each delivery of the same files is kept, the last one last', () => {
    const worker = workerFrom(staged(), ...asked(anAttemptId(1)), ...asked(anAttemptId(2)));

    expect(worker.projections[0]?.deliveries.map(({ id }) => id)).toEqual([anAttemptId(1), anAttemptId(2)]);
  });

  test('a delivery that is settled after the same files were staged again is settled where it was asked', () => {
    const worker = workerFrom(staged(), anIntent('deliver', aboutProjection()), staged(), aSettlement(aboutProjection()), delivered());

    expect(worker.projections).toMatchObject([{ deliveries: [{ settlement: { disposition: 'applied' } }], delivered: { value: { matched: 2 } } }, { deliveries: [] }]);
    expect(worker.projections[1]?.delivered).toBeUndefined();
  });

  test('a new manifest is a projection of its own', () => {
    expect(workerFrom(staged(), staged(aDigest(9))).projections.map(({ manifest }) => manifest)).toEqual([aDigest(7), aDigest(9)]);
  });
});

describe('an execution', () => {
  test('has its request, the delivery of its launch file, its start and what was seen of its process', () => {
    const worker = workerFrom(
      launched(),
      ...anEffect('deliver', aboutExecution(), anAttemptId(1)),
      ...anEffect('start_container', aboutExecution(), anAttemptId(2)),
      anObservation('process', { state: 'exited', startedAt: 'a', finishedAt: 'b', exitCode: 3, outOfMemory: false }, aboutExecution()),
    );

    expect(latestExecution(worker)).toMatchObject({
      id: anExecutionId(),
      request: { value: { argv: ['sh'] }, seq: 3 },
      delivery: { id: anAttemptId(1) },
      start: { id: anAttemptId(2) },
      process: { value: { state: 'exited', exitCode: 3 } },
    });
  });

  test('is not taken for the one before it', () => {
    const worker = workerFrom(launched(1), anObservation('process', { state: 'running', startedAt: 'a' }, aboutExecution(anExecutionId(1))), launched(2));

    expect(worker.executions.map(({ process }) => process?.value.state)).toEqual(['running', undefined]);
    expect(latestExecution(worker)?.id).toBe(anExecutionId(2));
  });

  test('that is told of twice is one', () => {
    expect(workerFrom(launched(), launched()).executions).toHaveLength(1);
  });

  test.each<Operation>(['stop_container', 'publish_file'])('has no start from another operation: %s', (operation) => {
    expect(latestExecution(workerFrom(launched(), ...anEffect(operation, aboutExecution(), anAttemptId())))?.start).toBeUndefined();
  });
});

describe('Law 7: export before teardown', () => {
  test('a declared artifact tells what was published and what was found', () => {
    const worker = workerFrom(...anEffect('publish_file', aboutArtifact(), anAttemptId()), anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 5, destination: '/out/report.md' }, aboutArtifact()));

    expect(worker.artifacts).toMatchObject([{ declared: true, publications: [{ settlement: { disposition: 'applied' } }], exported: { value: { outcome: 'published' } } }]);
  });

  test('an artifact that was picked later stands beside the declared ones', () => {
    const worker = workerFrom(anObservation('exported', { outcome: 'refused', says: 'too large' }, aboutArtifact('/workspace/core')));

    expect(worker.artifacts.map(({ path, declared }) => [path, declared])).toEqual([['/workspace/task/report.md', true], ['/workspace/core', false]]);
  });
});

describe('what is known of a worker', () => {
  test('its open attempts are those without a settlement', () => {
    const worker = workerFrom(anIntent('create_volume', work, anAttemptId(1)), anIntent('create_volume', aboutResource('state'), anAttemptId(2)), aSettlement(work, 'refused', anAttemptId(1)));

    expect(worker.open.map(({ id }) => id)).toEqual([anAttemptId(2)]);
  });

  test('its layout is the delivery into each volume', () => {
    const worker = workerFrom(...anEffect('deliver', work, anAttemptId()));

    expect(worker.resources.work.layout?.settlement?.disposition).toBe('applied');
    expect(worker.resources.state.layout).toBeUndefined();
  });

  test('admitted and observed readings are kept apart, each the last ones', () => {
    const readings = (value: string) => ({ readings: [{ aspect: 'cpu' as const, value, source: 'a test' }] });
    const worker = workerFrom(anObservation('admitted', readings('1'), aboutBinding()), anObservation('admitted', readings('2'), aboutBinding()), anObservation('observed', readings('3'), aboutBinding()));

    expect([worker.admitted?.value[0]?.value, worker.observed?.value[0]?.value]).toEqual(['2', '3']);
  });

  test('each rung of readiness is what was seen last of it', () => {
    const rung = (state: 'seen' | 'not_seen') => anObservation('readiness', { rung: 'process_started', state, says: state }, aboutBinding());

    expect(workerFrom(rung('seen'), rung('not_seen')).readiness).toEqual({ process_started: { value: { state: 'not_seen', says: 'not_seen' }, seq: 4, at: anInstant(4) } });
  });

  test('its last receipt is the last one about it, not about anything else', () => {
    expect(workerFrom(present(), anIntent('create_volume', aboutResource('work', aBindingId(2)))).last).toEqual({ seq: 3, at: anInstant(3) });
  });
});
