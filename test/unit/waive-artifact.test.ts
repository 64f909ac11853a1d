import { beforeEach, describe, expect, test } from 'vitest';
import { permitFrom } from '../../electron/host/approvals/check-approval.ts';
import type { KeyRing } from '../../electron/host/approvals/key-ring.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import { artifactRef } from '../../electron/host/placement/worker-refs.ts';
import { waiveArtifact } from '../../electron/host/requests/waive-artifact.ts';
import { awaitsExport, executionOfResults, isGivenUp } from '../../shared/execution-results.ts';
import type { Decision } from '../../shared/receipt.ts';
import { ok } from '../../shared/result.ts';
import { anExecutionId, anInstant } from '../support/builders.ts';
import { aKeyRing } from '../support/key-rings.ts';
import { MemoryWorker } from '../support/memory-worker.ts';

const path = '/workspace/task/report.md';
let worker: MemoryWorker;
let ring: KeyRing;
let decisions: Decision[];

beforeEach(async () => {
  worker = new MemoryWorker();
  ring = await aKeyRing();
  ring.enrol(worker.journal);
  decisions = [];
  worker.opened.journal.onAppend(({ body }) => { if (body.kind === 'decision') decisions.push(body); });
  await worker.launched(anExecutionId(1));
  worker.guest.ends(anInstant(2));
});

/** `meanwhile`: done while the keys are opened. */
const waive = (meanwhile: () => Promise<void> = async () => undefined, execution = executionOfResults(worker.binding)?.id ?? null) =>
  waiveArtifact({ journal: worker.journal, permit: permitFrom(worker.journal), keys: { ring: async () => { await meanwhile(); return ok(ring); } } }, worker.id, { path, execution });

const subjectOf = (execution: string | null) => digestOf({ decision: 'waive', binding: worker.id, path, execution });
const isWaived = (): boolean => worker.binding.artifacts.some((artifact) => isGivenUp(worker.binding, artifact));

describe('giving a result up', () => {
  test('is signed for the execution whose it is, and the receipt names that one', async () => {
    expect(await waive()).toMatchObject({ ok: true });

    expect(decisions).toMatchObject([{ decision: 'waive', subject: subjectOf(anExecutionId(1)), execution: anExecutionId(1) }]);
    expect(worker.artifact(path)?.waived).toMatchObject({ execution: anExecutionId(1) });
    expect(isWaived()).toBe(true);
  });

  test('signs for nothing where another execution began while the keys were opened', async () => {
    expect(await waive(() => worker.launched(anExecutionId(2)))).toMatchObject({ ok: false, refusal: { code: 'changed_since' } });

    expect(decisions).toEqual([]);
    expect(worker.binding.artifacts.some((artifact) => awaitsExport(worker.binding, artifact))).toBe(true);
  });

  test('signs for nothing where another execution began since it was shown', async () => {
    await worker.launched(anExecutionId(2));
    worker.guest.ends(anInstant(2));

    for (const shown of [anExecutionId(1), null]) expect(await waive(undefined, shown)).toMatchObject({ ok: false, refusal: { code: 'changed_since' } });
    expect(decisions).toEqual([]);
  });

  test('signs for nothing where it left while the keys were opened', async () => {
    worker.guest.file(path, 'report');

    expect(await waive(async () => void (await worker.exported(path)))).toMatchObject({ ok: false, refusal: { code: 'already_so' } });
    expect(decisions).toEqual([]);
  });

  test('is of the execution that was signed for, also where its receipt comes after another one began', async () => {
    await worker.launched(anExecutionId(2));

    worker.journal.append({ actor: { class: 'adm', id: 'operator' }, about: artifactRef(worker.binding, path), body: { kind: 'decision', decision: 'waive', subject: subjectOf(anExecutionId(1)), execution: anExecutionId(1) } });

    expect([worker.artifact(path)?.waived?.execution, isWaived()]).toEqual([anExecutionId(1), false]);
  });

  test('of a worker in which nothing began names none', async () => {
    worker = new MemoryWorker();
    ring.enrol(worker.journal);

    expect(await waive()).toMatchObject({ ok: true });

    expect(worker.artifact(path)?.waived).not.toHaveProperty('execution');
    expect(isWaived()).toBe(true);
  });
});
