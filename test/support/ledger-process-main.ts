import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunAttempts } from '../../electron/host/attempts/run-attempts.ts';
import { digestText } from '../../electron/host/ledger/digest.ts';
import { openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import { operator } from '../../shared/receipt.ts';
import { aboutResource, aDecision } from './builders.ts';
import { FakeMutations } from './fake-mutations.ts';
import { memoryGoals } from './memory-goals.ts';

const [job = '', folder = ''] = process.argv.slice(2);
const { ledger } = openLedger(folder);

// Synchronous, so that the line is out before the process is killed.
const say = (line: string): void => void writeSync(1, `${line}\n`);

switch (job) {
  case 'append': {
    const journal = new SqliteJournal(ledger);
    for (let count = 0; count < 20; count += 1) journal.append(aDecision());
    say(`${ledger.size} ${digestText(ledger.root)}`);
    process.kill(process.pid, 'SIGKILL');
    break;
  }
  case 'ask': {
    const attempts = new RunAttempts({ journal: new SqliteJournal(ledger), mutations: new FakeMutations(), goals: memoryGoals() });
    await attempts.run({ operation: 'create_volume', about: aboutResource('work'), params: null, actor: operator, deadlineSeconds: 60 }, () => {
      say('the effect is called');
      process.kill(process.pid, 'SIGKILL');
      return sleep(60_000, { kind: 'unclear', says: 'never' } as const);
    });
    break;
  }
  default:
    say('held');
    await sleep(60_000);
}
