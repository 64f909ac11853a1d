import { beforeEach, describe, expect, test } from 'vitest';
import type { KeyRing } from '../../electron/host/approvals/key-ring.ts';
import { givenWorker, type GivenThing } from '../../electron/host/custody/given.ts';
import { release } from '../../electron/host/custody/release.ts';
import { runTeardownStep } from '../../electron/host/custody/run-teardown-step.ts';
import { EngineUnreachableError } from '../../electron/host/engine/engine-reader.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import { aboutResource, anAttemptId, anEffect, anInstant } from '../support/builders.ts';
import { MemoryWorker } from '../support/memory-worker.ts';

const declared = '/workspace/task/report.md';
const ring: KeyRing = { sign: () => { throw new Error('was signed'); } } as never;
let worker: MemoryWorker;

/** Ended, and its result left. */
beforeEach(async () => {
  worker = new MemoryWorker();
  worker.journal.appendAll(anEffect('create_container', aboutResource('container', worker.id), anAttemptId(95)));
  await worker.launched();
  worker.guest.file(declared, 'first');
  worker.guest.ends(anInstant(2));
  await worker.exported(declared);
});

/** Somebody starts it again while nobody listens, and it ends. */
function runsUnheard(): void {
  worker.guest.runs(anInstant(8));
  worker.guest.file(declared, 'anew');
  worker.guest.ends(anInstant(9));
}

/** The engine does not answer this read of the container, and answers every other one. */
function unansweredRead(which: number): void {
  const { reader } = worker.guest;
  let asked = 0;
  worker.readers.at = () => ({ ...reader, inspectContainer: async (id) => {
    asked += 1;
    if (asked === which) throw new EngineUnreachableError('no_answer', 'it did not answer in time');
    return reader.inspectContainer(id);
  } });
}

describe('giving away a worker that ran again unheard after its result had left', () => {
  const toGiveAway = (): Result<GivenThing> => {
    const given = givenWorker(worker, worker.binding);
    return given.bar ? refused(given.bar) : ok(given);
  };
  const released = () => release({ journal: worker.journal, permit: () => ok(null), ring }, toGiveAway, 'anyone');

  test('is refused before what it wrote anew has left too', async () => {
    runsUnheard();

    expect(await released()).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining(declared) as string } });
    expect(worker.binding.executions[0]?.process?.value).toMatchObject({ finishedAt: anInstant(9) });
  });

  test('is refused where nobody could read whether it did', async () => {
    runsUnheard();
    unansweredRead(2);

    expect(await released()).toMatchObject({ ok: false, refusal: { code: 'engine_unreachable' } });
  });
});

test('a worker’s container is not removed where nobody could read whether it ran again', async () => {
  runsUnheard();
  unansweredRead(1);

  expect(await runTeardownStep(worker, worker.id, 'remove_container')).toMatchObject({ ok: false, refusal: { code: 'engine_unreachable' } });
  expect(worker.binding.resources.container.removal).toBeUndefined();
});
