import { assertNever } from '../../shared/assert-never.ts';
import type { Actor, Body } from '../../shared/receipt.ts';
import type { Ref } from '../../shared/reference.ts';
import { shortId } from './short-id.ts';

export const bodyWords: Readonly<Record<Body['kind'], string>> = { intent: 'intent', settlement: 'settlement', observation: 'observation', decision: 'decision' };

const classWords: Readonly<Record<Actor['class'], string>> = { adm: 'operator', agt: 'agent', atm: 'console' };

export const actorText = ({ class: kind, id }: Actor): string => (id === classWords[kind] ? id : `${classWords[kind]} ${id}`);

/** What a receipt is about, short enough for a row. */
export function aboutText(about: Ref): string {
  switch (about.kind) {
    case 'installation': return 'this console';
    case 'endpoint': return about.endpoint;
    case 'engine': return `engine ${shortId(about.engine)}`;
    case 'image': return `image ${about.reference}`;
    case 'binding': return about.seat;
    case 'resource': return `${about.seat}, ${resourceWords[about.role]}`;
    case 'projection': return `${about.seat}, files ${shortId(about.manifest)}`;
    case 'execution': return `${about.seat}, run ${shortId(about.execution)}`;
    case 'external': return `${about.resource} ${about.name}`;
    case 'artifact': return `${about.seat}, ${about.path}`;
    default: return assertNever(about);
  }
}

const resourceWords = { container: 'container', work: 'workspace volume', state: 'state volume', network: 'network' } as const;
