import type { BindingId, Endpoint } from '../../shared/ids.ts';
import { resourceKinds, type ResourceKind } from '../../shared/reference.ts';

export const workerTabs = ['summary', 'projection', 'artifacts', 'custody', 'receipts'] as const;
export type WorkerTab = (typeof workerTabs)[number];

/** Every place in the window. An address that leads nowhere is a place too: it says so. */
export type Route =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'workers' }
  | { readonly kind: 'new_worker' }
  | { readonly kind: 'worker'; readonly binding: BindingId; readonly tab: WorkerTab }
  | { readonly kind: 'environments'; readonly endpoint?: Endpoint }
  /** Something on an engine that is no worker’s. */
  | { readonly kind: 'external'; readonly endpoint: Endpoint; readonly resource: ResourceKind; readonly id: string }
  | { readonly kind: 'ledger'; readonly seq?: number }
  | { readonly kind: 'settings' }
  | { readonly kind: 'unknown'; readonly hash: string };

export function parseRoute(hash: string): Route {
  const [view = '', first, second, third] = hash.replace(/^#?\/?/, '').split('/').map(decoded);
  switch (view) {
    case 'inbox': return first ? { kind: 'unknown', hash } : { kind: 'inbox' };
    case '':
    case 'workers': return workersRoute(first, second, hash);
    case 'environments': return environmentsRoute(first, second, third, hash);
    case 'ledger': return ledgerRoute(first, hash);
    case 'settings': return { kind: 'settings' };
    default: return { kind: 'unknown', hash };
  }
}

function workersRoute(first: string | undefined, second: string | undefined, hash: string): Route {
  if (!first) return { kind: 'workers' };
  if (first === 'new') return { kind: 'new_worker' };
  const tab = workerTabs.find((known) => known === (second ?? 'summary'));
  return tab && /^[0-9a-f]{32}$/.test(first) ? { kind: 'worker', binding: first as BindingId, tab } : { kind: 'unknown', hash };
}

function environmentsRoute(first: string | undefined, second: string | undefined, third: string | undefined, hash: string): Route {
  if (!first) return { kind: 'environments' };
  const endpoint = first as Endpoint;
  if (!second) return { kind: 'environments', endpoint };
  const resource = resourceKinds.find((known) => known === second);
  return resource && third ? { kind: 'external', endpoint, resource, id: third } : { kind: 'unknown', hash };
}

function ledgerRoute(first: string | undefined, hash: string): Route {
  if (!first) return { kind: 'ledger' };
  return /^[1-9]\d{0,14}$/.test(first) ? { kind: 'ledger', seq: Number(first) } : { kind: 'unknown', hash };
}

/** A part that is no valid encoding stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function hrefOf(route: Route): string {
  switch (route.kind) {
    case 'inbox': return '#/inbox';
    case 'workers': return '#/workers';
    case 'new_worker': return '#/workers/new';
    case 'worker': return `#/workers/${route.binding}/${route.tab}`;
    case 'environments': return route.endpoint ? `#/environments/${encodeURIComponent(route.endpoint)}` : '#/environments';
    case 'external': return `#/environments/${encodeURIComponent(route.endpoint)}/${route.resource}/${encodeURIComponent(route.id)}`;
    case 'ledger': return route.seq ? `#/ledger/${route.seq}` : '#/ledger';
    case 'settings': return '#/settings';
    case 'unknown': return route.hash;
  }
}

/** What stays the same while only a tab, an engine or a receipt within a view is picked. */
export function placeOf(route: Route): string {
  switch (route.kind) {
    case 'worker': return `worker ${route.binding}`;
    case 'external': return hrefOf(route);
    default: return route.kind;
  }
}
