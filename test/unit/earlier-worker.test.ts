import { describe, expect, test } from 'vitest';
import { schemaDocument } from '../../electron/host/artifacts/schema-document.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import { earlierWorker } from '../../electron/host/artifacts/earlier-worker.ts';
import type { Binding } from '../../shared/binding.ts';
import type { DeclaredArtifact } from '../../shared/worker-spec.ts';
import { aBindingId, aboutResource, anAttemptId, anEffect, aRequest, aWorkerSpec } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

const schema = schemaDocument('{"type":"object"}');
const path = '/workspace/task/result.json';

function requested(artifacts: readonly DeclaredArtifact[], documents: Parameters<ReturnType<typeof aJournal>['journal']['append']>[1] = []) {
  const { journal } = aJournal();
  journal.append(aRequest(aBindingId(), aWorkerSpec({ artifacts: [...artifacts], network: 'internal', lifetime: { kind: 'until', condition: 'execution_ended' } })), documents);
  return { journal, binding: journal.world.bindings.get(aBindingId()) as Binding };
}

describe('an earlier worker', () => {
  test('is told as it was asked for, with each schema’s own text', () => {
    const { journal, binding } = requested([{ path, maxBytes: 10, form: { type: 'json', schema: digestOf(schema) } }], [schema]);
    const { endpoint, seat, image, resources, argv } = aWorkerSpec();

    expect(earlierWorker(journal, binding)).toEqual({
      worker: { endpoint, seat, image, resources, argv, network: 'internal', lifetime: { kind: 'until', condition: 'execution_ended' }, artifacts: [{ path, maxBytes: 10, form: { type: 'json', schema: '{"type":"object"}' } }] },
      forgotten: [],
      seatIsFree: true,
    });
  });

  test('tells that its seat is taken, whichever generation has it', () => {
    const { journal, binding } = requested([]);
    journal.append(aRequest(aBindingId(2), aWorkerSpec({ generation: 2 })));
    expect(earlierWorker(journal, binding).seatIsFree).toBe(true);

    for (const entry of anEffect('create_volume', aboutResource('work', aBindingId(2)), anAttemptId(9))) journal.append(entry);

    expect(earlierWorker(journal, binding).seatIsFree).toBe(false);
  });

  test('names the results whose schema is not kept any more', () => {
    const { journal, binding } = requested([{ path, maxBytes: 10, form: { type: 'json', schema: digestOf(schema) } }]);

    expect(earlierWorker(journal, binding)).toMatchObject({ worker: { artifacts: [{ path, form: { type: 'json' } }] }, forgotten: [path] });
  });

  test('keeps results of any other form as they were', () => {
    const artifacts: DeclaredArtifact[] = [{ path, maxBytes: 10 }, { path: `${path}.txt`, maxBytes: 10, form: { type: 'text' } }, { path: `${path}.any`, maxBytes: 10, form: { type: 'json' } }];
    const { journal, binding } = requested(artifacts);

    expect(earlierWorker(journal, binding)).toMatchObject({ worker: { artifacts }, forgotten: [] });
  });
});
