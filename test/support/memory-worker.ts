import { FilePublisher } from '../../electron/host/artifacts/publish-file.ts';
import { publishedGoal } from '../../electron/host/artifacts/published-goal.ts';
import type { GoalReaders } from '../../electron/host/attempts/goal.ts';
import type { Mutations } from '../../electron/host/attempts/mutations.ts';
import { RunAttempts } from '../../electron/host/attempts/run-attempts.ts';
import { deliveredGoal } from '../../electron/host/projection/delivered-goal.ts';
import type { Binding } from '../../shared/binding.ts';
import { aBindingId, aRequest, aboutResource, anObservation } from './builders.ts';
import { aJournal, type OpenedJournal } from './ledgers.ts';
import { MemoryGuest, theContainer } from './memory-guest.ts';
import { memoryGoals } from './memory-goals.ts';
import { aTemporaryFolder } from './temporary-folder.ts';

/** One worker whose engine is in memory, with the real ledger, attempts and files of this machine. */
export class MemoryWorker {
  readonly id = aBindingId();
  readonly guest = new MemoryGuest();
  readonly opened: OpenedJournal = aJournal();
  readonly dataFolder = aTemporaryFolder();
  readonly exportFolder = aTemporaryFolder();
  readonly readers = { at: () => this.guest.reader };
  readonly attempts: RunAttempts;
  files: Mutations['files'] = new FilePublisher(() => this.exportFolder);

  constructor() {
    const { journal } = this.opened;
    journal.append(aRequest(this.id));
    journal.append(anObservation('present', { id: theContainer, created: '2026-01-01T00:00:00Z', imageId: 'sha256:image' }, aboutResource('container', this.id)));
    const mutations = { engine: () => this.guest.mutations, cut: () => undefined, daemon: { start: notHere, stop: notHere } };
    const goals: GoalReaders = {
      ...memoryGoals(),
      deliver: (attempt, params) => deliveredGoal({ journal, reader: this.guest.reader, binding: this.binding }, attempt, params),
      publish_file: publishedGoal,
    };
    const files = { publish: (...call: Parameters<Mutations['files']['publish']>) => this.files.publish(...call) };
    this.attempts = new RunAttempts({ journal, goals, mutations: { ...mutations, files } });
  }

  get journal() {
    return this.opened.journal;
  }

  get binding(): Binding {
    const binding = this.journal.world.bindings.get(this.id);
    if (!binding) throw new Error('the worker is not in the ledger');
    return binding;
  }
}

const notHere = async () => ({ kind: 'not_sent', says: 'there is no daemon here' }) as const;
