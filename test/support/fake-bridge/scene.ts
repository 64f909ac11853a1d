import type { EngineListing, EngineRow, EnvironmentRow } from '../../../shared/bridge-values.ts';
import type { EngineImage } from '../../../shared/engine-images.ts';
import type { AttemptId, BindingId, Endpoint } from '../../../shared/ids.ts';
import type { SeenOf } from '../../../shared/teardown-plan.ts';
import type { Story } from './bindings.ts';
import type { Clock } from './ids.ts';

export interface FakeWorker {
  readonly story: Story;
  /** What a look at the engine shows where it is not what the receipts say. */
  readonly seen?: Partial<SeenOf>;
  readonly reachable?: boolean;
}

/** Everything a fake bridge answers from. Acting on the bridge changes it. */
export interface Scene {
  readonly clock: Clock;
  engines: readonly EngineRow[];
  readonly unusableContexts: EngineListing['unusable'];
  readonly images: Map<Endpoint, readonly EngineImage[]>;
  readonly environments: Map<Endpoint, readonly EnvironmentRow[]>;
  readonly workers: Map<BindingId, FakeWorker>;
  readonly calling: Set<AttemptId>;
  ledger: { size: number; writable: boolean; says: string };
  /** Files of the manifest that is staged or delivered in this scene. */
  readonly manifestFiles: number;
  readonly longNames: boolean;
}

export type SceneName = 'empty' | 'ordinary' | 'far-too-much';
