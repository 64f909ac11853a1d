import { expect, test } from 'vitest';
import type { PrivateEngineState } from '../../electron/host/engine/private-engine.ts';
import { goalReaders } from '../../electron/host/goal-readers.ts';
import type { Operation } from '../../shared/operations.ts';
import type { EngineId } from '../../shared/ids.ts';
import { aboutEndpoint, anIntent, receiptsFrom, theEngine } from '../support/builders.ts';
import { foldAttempt } from '../../shared/fold-attempt.ts';
import { aJournal } from '../support/ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

/** What an attempt about the private engine comes to where its process is so, and this answers on its socket. */
function goalOf(operation: Operation, state: PrivateEngineState, answers: EngineId | null) {
  const privateEngine = { read: () => state, whoAnswers: async () => answers };
  const goals = goalReaders({ journal: aJournal().journal, readers: { at: () => { throw new Error('no engine is asked'); } }, privateEngine, dataFolder: aTemporaryFolder() });
  const attempt = foldAttempt(receiptsFrom([anIntent(operation, aboutEndpoint)]));
  if (!attempt) throw new TypeError('the receipts make no attempt');
  return goals[operation](attempt, undefined);
}

test('a private engine whose process runs and that does not answer is not shown to have started', async () => {
  expect(await goalOf('start_engine', { kind: 'running', pid: 7 }, null)).toMatchObject({ kind: 'not_shown', says: 'the private engine’s process runs, and nobody answers on its socket' });
  expect(await goalOf('start_engine', { kind: 'stopped' }, null)).toMatchObject({ kind: 'not_shown' });
});

test('one that answers is shown to have started, by who answers', async () => {
  expect(await goalOf('start_engine', { kind: 'running', pid: 7 }, theEngine)).toMatchObject({ kind: 'shown', disposition: 'applied', evidence: [{ found: `the engine ${theEngine} answers` }] });
});

test('one is shown to have stopped by its process', async () => {
  expect(await goalOf('stop_engine', { kind: 'stopped' }, null)).toMatchObject({ kind: 'shown', disposition: 'applied' });
  expect(await goalOf('stop_engine', { kind: 'running', pid: 7 }, null)).toMatchObject({ kind: 'not_shown' });
});
