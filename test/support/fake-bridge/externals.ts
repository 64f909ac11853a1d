import type { Requests } from '../../../shared/bridge.ts';
import type { EnvironmentRow } from '../../../shared/bridge-values.ts';
import type { ExternalView, NetworkRow, OfExternal, VolumeRow } from '../../../shared/external-view.ts';
import type { External } from '../../../shared/external.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import { containerIdOf, digestOf, engineIdOf } from './ids.ts';
import type { Scene } from './scene.ts';

type Names = 'listThings' | 'openExternal' | 'attach' | 'leave' | 'runExternalStep' | 'release' | 'releaseAnew' | 'writeRelease' | 'chooseRelease' | 'takeOver' | 'takeOverAttached';

const signsNothing = refused(refusal('unsupported', 'A fake bridge signs nothing.', 'Look at it in the real console.'));

/** What is on a fake engine and is no worker’s: attaching changes the scene. */
export function externalsOf(scene: Scene, grew: () => void): Pick<Requests, Names> {
  const rowsAt = ({ endpoint }: Pick<OfExternal, 'endpoint'>): readonly EnvironmentRow[] => scene.environments.get(endpoint) ?? [];
  const change = (of: OfExternal, with_: Partial<EnvironmentRow>): void => {
    scene.environments.set(of.endpoint, rowsAt(of).map((row) => (row.id === of.id ? { ...row, ...with_ } : row)));
    grew();
  };
  return {
    listThings: async ({ endpoint }) => ok({ volumes: volumesOf(scene, rowsAt({ endpoint })), networks: networksOf(scene, rowsAt({ endpoint })), readAt: scene.clock.now() }),
    openExternal: async (of) => {
      const row = rowsAt(of).find(({ id }) => id === of.id);
      return row ? ok(viewOf(scene, of, row)) : refused(refusal('not_found', `There is no ${of.resource} ${of.id} on this engine.`, 'Look at the list of its engine.'));
    },
    attach: async (of) => {
      change(of, { custody: 'attached' });
      return ok(null);
    },
    leave: async (of) => {
      change(of, { custody: 'attachable' });
      return ok(null);
    },
    runExternalStep: async () => signsNothing,
    release: async () => signsNothing,
    releaseAnew: async () => signsNothing,
    writeRelease: async () => signsNothing,
    chooseRelease: async () => signsNothing,
    takeOver: async () => signsNothing,
    takeOverAttached: async () => signsNothing,
  };
}

function viewOf(scene: Scene, of: OfExternal, row: EnvironmentRow): ExternalView {
  const ref = { kind: 'external' as const, engine: engineIdOf('lab-engine'), resource: of.resource, id: of.id, name: row.name };
  const identity = { id: row.id, created: '2026-02-28T17:33:20.000000000Z', imageId: row.imageId };
  const known: External = { ref, endpoint: of.endpoint, identity, signs: row.why ?? [], custody: { kind: 'attached', seq: 4, at: scene.clock.now() } };
  return {
    ref,
    endpoint: of.endpoint,
    engineLabel: 'lab-engine',
    readAt: scene.clock.now(),
    standing: { group: row.custody, why: row.why ?? [], ...(row.owner && { owner: row.owner }) },
    seen: { name: row.name, identity, labels: row.labels, signs: row.why ?? [], usedBy: [], container: { state: row.state, startedAt: identity.created, goesWithProcess: false, volumes: row.volumes, others: [] } },
    subject: digestOf(`attach ${row.id}`),
    plan: [],
    together: 0,
    away: [],
    ...(row.custody === 'attached' && { known }),
  };
}

function volumesOf({ longNames }: Scene, rows: readonly EnvironmentRow[]): readonly VolumeRow[] {
  const ours = rows.flatMap(({ volumes, owner, name }) => volumes.map((volume): VolumeRow => ({ ...aVolume(volume), usedBy: [name], standing: { group: 'ours', why: [], ...(owner && { owner }) } })));
  const others = rows.length === 0 ? [] : Array.from({ length: longNames ? 900 : 2 }, (_, index) => aVolume(`data-${index}${longNames ? '-and-on'.repeat(20) : ''}`));
  return [...ours, ...others];
}

const aVolume = (name: string): VolumeRow => ({ name, driver: 'local', created: '2026-02-28T17:33:20.000000000Z', usedBy: [], standing: { group: 'attachable', why: [] } });

function networksOf({ longNames }: Scene, rows: readonly EnvironmentRow[]): readonly NetworkRow[] {
  if (rows.length === 0) return [];
  const own = aNetwork('bridge', 17);
  return [
    { ...own, usedBy: rows.slice(0, 2).map(({ name }) => name), standing: { group: 'other', why: ['the engine brings it along, for every container that names no other'] } },
    ...Array.from({ length: longNames ? 600 : 2 }, (_, index) => aNetwork(`team-${index}${longNames ? '-and-on'.repeat(20) : ''}`, 18 + (index % 200))),
  ];
}

const aNetwork = (name: string, subnet: number): NetworkRow => ({
  id: containerIdOf(`network ${name}`), name, driver: 'bridge', internal: false, subnets: [`172.${subnet}.0.0/16`], created: '2026-02-28T17:33:20.000000000Z', usedBy: [], standing: { group: 'attachable', why: [] },
});
