import { describe, expect, test } from 'vitest';
import type { Desk } from '../../electron/host/desk.ts';
import { custodyRequests } from '../../electron/host/requests/custody-requests.ts';
import { fileRequests } from '../../electron/host/requests/file-requests.ts';
import { releaseRequests } from '../../electron/host/requests/release-requests.ts';
import { Tasks, type Work } from '../../electron/host/tasks.ts';
import { ok, type Result } from '../../shared/result.ts';
import { aBindingId, aboutResource, aDigest, anAttemptId, anEffect, anObservation, aRequest, aWorkerSpec } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

const anExport: Work = { label: 'Exporting report.md', binding: aBindingId(), use: 'held', unit: 'bytes', cancellable: true };

/** A desk where this is under way; `end` ends it. */
function underWay(work: Work): { readonly requests: ReturnType<typeof custodyRequests>; readonly end: () => Promise<unknown> } {
  const { journal } = aJournal();
  journal.append(aRequest());
  const tasks = new Tasks(() => undefined);
  let end = (): void => undefined;
  const running = tasks.run(work, () => new Promise<Result<null>>((resolve) => (end = () => void resolve(ok(null)))));
  return {
    requests: custodyRequests({ journal, tasks, readers: { at: () => { throw new Error('the engine was asked'); } } } as unknown as Desk),
    end: () => {
      end();
      return running;
    },
  };
}

test('nothing of a worker is removed while an export or a delivery of it is under way: it would be cut', async () => {
  const { requests, end } = underWay(anExport);

  for (const step of ['remove_container', 'remove_work', 'remove_staging'] as const) {
    expect(await requests.runTeardownStep({ binding: aBindingId(), step })).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('“Exporting report.md” is under way') } });
  }
  await end();
  await expect(requests.runTeardownStep({ binding: aBindingId(), step: 'remove_container' })).rejects.toThrow('the engine was asked');
});

test('work that loses nothing by it, and another worker’s, hold up nothing', async () => {
  for (const work of [{ label: 'Looking', binding: aBindingId(), unit: 'steps', cancellable: true } as const, { ...anExport, binding: aBindingId(2) }]) {
    const { requests, end } = underWay(work);

    await expect(requests.runTeardownStep({ binding: aBindingId(), step: 'remove_container' })).rejects.toThrow('the engine was asked');
    await end();
  }
});

test('no staged copy is removed while a finding in one is decided: the files would be staged anew from copies that are gone', async () => {
  const { journal } = aJournal();
  journal.append(aRequest());
  const tasks = new Tasks(() => undefined);
  const removals: Promise<unknown>[] = [];
  const looking = { get world() { return journal.world; }, document: () => void removals.push(custodyRequests(desk).runTeardownStep({ binding: aBindingId(), step: 'remove_staging' })) };
  const desk = { journal: looking, tasks } as unknown as Desk;

  await fileRequests(desk).decideFinding({ binding: aBindingId(), manifest: aDigest(7), finding: aDigest(8), way: { way: 'drop' } });

  expect(await Promise.all(removals)).toMatchObject([{ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('“Deciding a finding for reviewer@atlas” is under way') } }]);
});

describe('giving a worker away', () => {
  const volume = [...anEffect('create_volume', aboutResource('work'), anAttemptId()), anObservation('present', { id: 'bw-work', created: '2026' }, aboutResource('work'))];

  function aDesk() {
    const { journal } = aJournal();
    journal.appendAll([aRequest(aBindingId(), aWorkerSpec({ artifacts: [] })), ...volume]);
    const tasks = new Tasks(() => undefined);
    const folders: string[] = [];
    const beside: Promise<unknown>[] = [];
    const desk = {
      journal, tasks, custody: { barredBy: () => undefined }, keys: { ring: async () => ok({}) },
      surroundings: { chooseFolder: async (why: string) => { folders.push(why); return '/away'; } },
      readers: { at: () => { beside.push(tasks.run(anExport, async () => ok(null))); throw new Error('the engine was asked'); } },
    } as unknown as Desk;
    return { tasks, folders, beside, release: () => releaseRequests(desk).release({ of: { binding: aBindingId() }, to: 'anyone' }) };
  }

  test('waits for an export of it, which could not be published any more, and nobody is asked where its file is to go', async () => {
    const { tasks, folders, release } = aDesk();
    let end = (): void => undefined;
    const exporting = tasks.run(anExport, () => new Promise<Result<null>>((resolve) => (end = () => void resolve(ok(null)))));

    expect(await release()).toMatchObject({ ok: false, refusal: { code: 'blocked', says: '“Exporting report.md” is under way, and needs what would be given away.' } });
    expect(folders).toEqual([]);
    end();
    await exporting;
    await expect(release()).rejects.toThrow('the engine was asked');
    expect(folders).toEqual(['release']);
  });

  test('lets no export of it begin while it is signed', async () => {
    const { beside, release } = aDesk();

    await expect(release()).rejects.toThrow('the engine was asked');
    expect(await Promise.all(beside)).toMatchObject([{ ok: false, refusal: { code: 'blocked', says: '“Releasing reviewer@atlas” is under way, and gives away what this needs.' } }]);
  });
});

test('a container can be stopped whatever is under way', async () => {
  const { requests, end } = underWay(anExport);

  await expect(requests.runTeardownStep({ binding: aBindingId(), step: 'stop_container' })).rejects.toThrow('the engine was asked');
  await end();
});

test('an export or a delivery does not begin while something of its worker is removed', async () => {
  const tasks = new Tasks(() => undefined);
  let end = (): void => undefined;
  const removal = tasks.run({ ...anExport, label: 'Taking back reviewer', use: 'removed', cancellable: false }, () => new Promise<Result<null>>((resolve) => (end = () => void resolve(ok(null)))));

  expect(await tasks.run(anExport, async () => ok(null))).toMatchObject({ ok: false, refusal: { code: 'blocked', says: '“Taking back reviewer” is under way, and may remove what this needs.' } });
  expect(await tasks.run({ ...anExport, binding: aBindingId(2) }, async () => ok(null))).toEqual(ok(null));
  end();
  await removal;
  expect(await tasks.run(anExport, async () => ok(null))).toEqual(ok(null));
});
