import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stageSources, type StageRequest } from '../../electron/host/projection/stage-sources.ts';
import type { Binding } from '../../shared/binding.ts';
import type { Digest } from '../../shared/ids.ts';
import { manifestSchema, type Manifest } from '../../shared/manifest.ts';
import type { Refusal } from '../../shared/refusal.ts';
import type { Result } from '../../shared/result.ts';
import { aBindingId, aRequest } from './builders.ts';
import { aJournal, type OpenedJournal } from './ledgers.ts';
import { aTemporaryFolder } from './temporary-folder.ts';
import { sourceThreads } from './threads.ts';

/** A worker that was asked for, and a folder of files to stage for it. */
export class StagingDesk {
  readonly opened: OpenedJournal = aJournal();
  readonly dataFolder = aTemporaryFolder();
  readonly source = aTemporaryFolder();

  constructor() {
    this.opened.journal.append(aRequest());
  }

  get binding(): Binding {
    const binding = this.opened.journal.world.bindings.get(aBindingId());
    if (!binding) throw new Error('the worker is not in the ledger');
    return binding;
  }

  put(name: string, content: string | Uint8Array = name): string {
    const file = path.join(this.source, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  stage(request: Partial<StageRequest> = {}): Promise<Result<Digest>> {
    const means = { journal: this.opened.journal, dataFolder: this.dataFolder, spawn: sourceThreads, readers: { at: nobodyIsAsked } };
    return stageSources(means, { binding: this.binding, chosen: { kind: 'folder', path: this.source }, class: 'role', ...request });
  }

  async staged(request: Partial<StageRequest> = {}): Promise<{ readonly digest: Digest; readonly manifest: Manifest }> {
    const result = await this.stage(request);
    if (!result.ok) throw new Error(result.refusal.says);
    return { digest: result.value, manifest: manifestSchema.parse(this.opened.journal.document(result.value)) };
  }

  async refused(request: Partial<StageRequest> = {}): Promise<Refusal> {
    const result = await this.stage(request);
    if (result.ok) throw new Error('it was not refused');
    return result.refusal;
  }

  /** Names of every file in the console's own folder. */
  get kept(): readonly string[] {
    return readdirSync(this.dataFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);
  }
}

export function nobodyIsAsked(): never {
  throw new Error('this worker has no container to ask');
}

export const sha256Text = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
