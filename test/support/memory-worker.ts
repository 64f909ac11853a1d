import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Expectation } from '../../electron/host/artifacts/check-content.ts';
import { exportArtifact } from '../../electron/host/artifacts/export-artifact.ts';
import { FilePublisher } from '../../electron/host/artifacts/publish-file.ts';
import { publishedGoal } from '../../electron/host/artifacts/published-goal.ts';
import type { GoalReaders } from '../../electron/host/attempts/goal.ts';
import type { Mutations } from '../../electron/host/attempts/mutations.ts';
import { RunAttempts } from '../../electron/host/attempts/run-attempts.ts';
import { deliveredGoal } from '../../electron/host/projection/delivered-goal.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { stageSources } from '../../electron/host/projection/stage-sources.ts';
import type { ArtifactState, Binding, Projection } from '../../shared/binding.ts';
import type { FactValue } from '../../shared/facts.ts';
import type { Digest } from '../../shared/ids.ts';
import type { FileClass } from '../../shared/manifest.ts';
import type { VolumeRole } from '../../shared/reference.ts';
import type { Result } from '../../shared/result.ts';
import { operator } from '../../shared/receipt.ts';
import { aBindingId, aRequest, aboutExecution, aboutResource, anAttemptId, anEffect, anExecutionId, anObservation } from './builders.ts';
import { aJournal, type OpenedJournal } from './ledgers.ts';
import { MemoryGuest, theContainer } from './memory-guest.ts';
import { memoryGoals } from './memory-goals.ts';
import { aTemporaryFolder } from './temporary-folder.ts';
import { sourceThreads } from './threads.ts';

export const reportPath = '/workspace/results/report.md';

/** One worker whose engine is in memory, with the real ledger, attempts and files of this machine. */
export class MemoryWorker {
  readonly id = aBindingId();
  readonly guest = new MemoryGuest();
  readonly opened: OpenedJournal = aJournal();
  readonly dataFolder = aTemporaryFolder();
  readonly exportFolder = aTemporaryFolder();
  readonly readers = { at: () => this.guest.reader };
  readonly spawn = sourceThreads;
  readonly attempts: RunAttempts;
  files: Mutations['files'] = new FilePublisher('publish_file', () => this.exportFolder);

  constructor() {
    const { journal } = this.opened;
    journal.append(aRequest(this.id));
    journal.append(anObservation('present', { id: theContainer, created: '2026-01-01T00:00:00Z', imageId: 'sha256:image' }, aboutResource('container', this.id)));
    const mutations = { engine: () => this.guest.mutations, cut: () => undefined, backups: { publish: notHere }, releases: { publish: notHere }, bundles: { publish: notHere }, staging: { remove: notHere }, daemon: { start: notHere, stop: notHere } };
    const goals: GoalReaders = {
      ...memoryGoals(),
      deliver: (attempt, params) => deliveredGoal({ journal, reader: this.guest.reader, binding: this.binding }, attempt, params),
      publish_file: publishedGoal,
    };
    const files = { publish: (...call: Parameters<Mutations['files']['publish']>) => this.files.publish(...call) };
    this.attempts = new RunAttempts({ journal, goals, mutations: { ...mutations, files } });
  }

  /** Writes these files into a folder of their own and stages it. */
  async staged(files: Readonly<Record<string, string | Buffer>>, fileClass: FileClass = 'role'): Promise<Digest> {
    const source = aTemporaryFolder();
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
      writeFileSync(path.join(source, name), content);
    }
    const result = await stageSources(this, { binding: this.binding, chosen: { kind: 'folder', path: source }, class: fileClass });
    if (!result.ok) throw new Error(result.refusal.says);
    return result.value;
  }

  exported(guestPath = reportPath, expected: Expectation = {}): Promise<Result<FactValue<'exported'>>> {
    return exportArtifact(this, this.id, { path: guestPath, maxBytes: 1_000_000, expected, exportFolder: this.exportFolder });
  }

  /** As a preparation leaves it: its volumes laid out, and its container made. */
  prepared(): void {
    const append = (...entries: readonly Entry[]): void => { for (const entry of entries) this.journal.append(entry); };
    const volume = (role: VolumeRole, attempt: number): void => {
      const about = aboutResource(role, this.id);
      append(...anEffect('create_volume', about, anAttemptId(attempt)), ...anEffect('deliver', about, anAttemptId(attempt + 1)), anObservation('present', { id: role, created: '2026-01-01T00:00:00Z' }, about));
    };
    volume('work', 91);
    volume('state', 93);
    append(...anEffect('create_container', aboutResource('container', this.id), anAttemptId(95)));
  }

  /** An execution whose start is answered as the guest answers. */
  async launched(execution = anExecutionId()): Promise<void> {
    const about = aboutExecution(execution, this.id);
    this.journal.append(anObservation('launch_requested', { argv: ['true'], workingDirectory: '/workspace/task', environmentNames: [] }, about));
    await this.attempts.run(
      { operation: 'start_container', about, params: { container: theContainer, startedBefore: this.guest.startedAt }, actor: operator, deadlineSeconds: 60 },
      (mutations, token) => mutations.engine(this.binding.spec.endpoint, this.binding.spec.engine).startContainer(token, theContainer),
    );
  }

  get projection(): Projection | undefined {
    return this.binding.projections.at(-1);
  }

  artifact(guestPath = reportPath): ArtifactState | undefined {
    return this.binding.artifacts.find((artifact) => artifact.path === guestPath);
  }

  /** Where an artifact of this worker goes. */
  exportPlace(...parts: string[]): string {
    return path.join(this.exportFolder, this.binding.spec.seat, `1-${this.id.slice(0, 8)}`, ...parts);
  }

  /** Staged copies of artifacts that were not cleared away. */
  get outgoing(): readonly string[] {
    return filesBelow(this.dataFolder).filter((name) => name.startsWith('outgoing/'));
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

export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

const notHere = async () => ({ kind: 'not_sent', says: 'there is no daemon here' }) as const;
