import { usualDeadlines } from '../../../electron/host/engine/deadlines.ts';
import type { EngineUnderTest } from '../engine-under-test.ts';
import { FaultedWorker } from './faulted-worker.ts';
import { Promises } from './promises.ts';
import type { Askable, Move, QuestionFault } from './schedule.ts';

export class PromiseBrokenError extends Error {
  override name = 'PromiseBrokenError';
}

const change = /^(POST|PUT|DELETE) /;

/** Plays one schedule of faults on a worker of its own, heals what it broke, and takes everything back. Throws when a promise is broken. */
export async function runSchedule(engine: EngineUnderTest, moves: readonly Move[]): Promise<void> {
  const worker = await FaultedWorker.begin(engine);
  const promises = new Promises(worker);
  try {
    for (const move of moves) {
      await play(worker, move);
      await promises.check();
      if (promises.broken.length > 0) break;
    }
    await heal(worker);
    await promises.checkAtEnd();
    await takeBack(worker, promises);
  } finally {
    await worker.end();
  }
  if (promises.broken.length > 0) throw new PromiseBrokenError(promises.broken.join('\n'));
}

async function play(worker: FaultedWorker, move: Move): Promise<void> {
  if ('question' in move && move.question) plan(worker, move.question);
  switch (move.kind) {
    case 'ask':
      if (move.fault) void worker.proxy.plan(change, move.fault);
      await ask(worker, move.operation);
      break;
    case 'look': await worker.attempts.reconcile(); break;
    case 'restart': await worker.restart(); break;
    case 'close': await worker.closeOpen(); break;
    case 'release': worker.proxy.release(); break;
    case 'hang_up': worker.proxy.hangUp(); break;
  }
  worker.proxy.heal();
}

const plan = ({ proxy }: FaultedWorker, { skip, fault }: QuestionFault): void => void proxy.plan(/^GET /, fault, skip);

async function ask(worker: FaultedWorker, operation: Askable): Promise<void> {
  await worker.ask(operation, await worker.truth());
}

/** The faults are over: what was delayed arrives, and the console is opened once more. */
async function heal(worker: FaultedWorker): Promise<void> {
  worker.proxy.release();
  await worker.proxy.quiet();
  await worker.restart(usualDeadlines);
  await worker.lookForLateEffects();
}

async function takeBack(worker: FaultedWorker, promises: Promises): Promise<void> {
  await worker.closeOpen();
  const { container, network, volume } = await worker.truth();
  if (container?.state === 'running') await ask(worker, 'stop_container');
  if (container) await ask(worker, 'remove_container');
  if (network) await ask(worker, 'remove_network');
  if (volume) await ask(worker, 'remove_volume');
  const left = await worker.truth();
  if (left.container ?? left.network ?? left.volume) promises.broken.push('something could not be taken back');
  for (const { id, operation } of worker.journal.world.open.values()) promises.broken.push(`${operation} stayed open without a fault: ${worker.blockers.get(id)?.says ?? 'nobody looked'}`);
}
