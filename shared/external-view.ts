import type { ContainerRow, ContainerState } from './engine-readings.ts';
import type { ExternalStep } from './external-plan.ts';
import type { AwayThing, External, NamedOwner } from './external.ts';
import type { Fingerprint } from './facts.ts';
import type { Digest, Endpoint, Instant } from './ids.ts';
import type { Labels } from './naming.ts';
import type { ExternalRef, ResourceKind } from './reference.ts';
import type { Refusal } from './refusal.ts';
import type { Standing } from './standing.ts';

/** Names something on an engine that is no worker's. A volume's id is its name. */
export interface OfExternal {
  readonly endpoint: Endpoint;
  readonly resource: ResourceKind;
  readonly id: string;
}

/** Another container that mounts the same volumes, or some of them. */
export type MountingContainer = Pick<ContainerRow, 'name' | 'volumes'>;

/** Something on an engine as it was read now, in no engine's own words. */
export interface ExternalSeen {
  readonly name: string;
  readonly identity: Fingerprint;
  readonly labels: Labels;
  /** What shows that an application depends on it. */
  readonly signs: readonly string[];
  /** Containers that mount it, or are on it. */
  readonly usedBy: readonly string[];
  /** Only of a container. */
  readonly container?: { readonly state: ContainerState; readonly startedAt: string; readonly goesWithProcess: boolean; readonly volumes: readonly string[]; readonly others: readonly MountingContainer[] };
}

export interface ExternalView {
  readonly ref: ExternalRef;
  readonly endpoint: Endpoint;
  readonly engineLabel: string;
  readonly standing: Standing;
  readonly readAt: Instant;
  /** Absent where it is not there any more. */
  readonly seen?: ExternalSeen;
  /** What the ledger knows of it. */
  readonly known?: External;
  /** Only of what was taken over from whom the operator named. */
  readonly named?: NamedOwner;
  /** What takes it back, where it was given to this console. */
  readonly plan: readonly ExternalStep[];
  /** How many things came with it by the same decision and are still here: they are given away together. */
  readonly together: number;
  /** What was given away with it by the same release, itself among them, and has not come back. */
  readonly away: readonly AwayThing[];
  /** It is not the one that was recorded. */
  readonly differs?: Refusal;
  /** Of what attaching it would decide: exactly what is shown. */
  readonly subject?: Digest;
}

/** Something beside the containers of an engine, as its environments show it. */
export interface ListedThing {
  readonly name: string;
  readonly driver: string;
  readonly created: string;
  readonly usedBy: readonly string[];
  readonly standing: Standing;
}

/** Its name is what identifies it. */
export type VolumeRow = ListedThing;

export interface NetworkRow extends ListedThing {
  readonly id: string;
  readonly internal: boolean;
  readonly subnets: readonly string[];
}

/** Who uses each is told by one listing of the containers. */
export interface ThingsListing {
  readonly volumes: readonly VolumeRow[];
  readonly networks: readonly NetworkRow[];
  readonly readAt: Instant;
}
