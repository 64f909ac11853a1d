import path from 'node:path';
import type { EngineRow } from '../../shared/bridge-values.ts';
import { readEndpoint } from '../../shared/endpoint.ts';
import type { EngineFacts } from '../../shared/engine-readings.ts';
import { faultText } from '../../shared/error-code.ts';
import type { FactValue } from '../../shared/facts.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { UnknowableEngineError } from './engine/engine-reader.ts';
import type { FoundEngine } from './engine/find-engines.ts';

/** How far an engine was reached. */
export type EngineReach =
  | { readonly kind: 'asking' }
  | { readonly kind: 'reachable'; readonly facts: EngineFacts }
  | { readonly kind: 'unreachable'; readonly says: string }
  /** It answers, and nothing can be done on it. */
  | { readonly kind: 'unsupported'; readonly says: string };

export function stateOf(reach: EngineReach, daemon: EngineRow['daemon']): EngineRow['state'] {
  switch (reach.kind) {
    case 'reachable': return { mark: 'seen', says: 'answers' };
    case 'asking': return { mark: 'asked', says: 'asked, no answer yet' };
    case 'unsupported': return { mark: 'none', says: `unsupported: ${reach.says}` };
    case 'unreachable':
      if (daemon?.state === 'unsupported') return { mark: 'none', says: `unsupported: ${daemon.says}` };
      return daemon?.state === 'stopped' ? { mark: 'none', says: 'not started' } : { mark: 'refused', says: `does not answer: ${reach.says}` };
  }
}

export function reachAfter(error: unknown): EngineReach {
  const says = faultText(error);
  return { kind: error instanceof UnknowableEngineError ? 'unsupported' : 'unreachable', says };
}

export const withoutCertificates: EngineRow['state'] = { mark: 'needs_person', says: 'its certificates are not chosen' };

export function factOf(reach: EngineReach): FactValue<'engine'> | undefined {
  switch (reach.kind) {
    case 'asking': return undefined;
    case 'reachable': return { engine: reach.facts.engine, state: 'reachable', version: reach.facts.version, apiVersion: reach.facts.apiVersion, reason: '' };
    case 'unsupported':
    case 'unreachable': return { engine: null, state: 'unreachable', version: '', apiVersion: '', reason: reach.says.slice(0, 2000) };
  }
}

export const candidateRow = ({ endpoint, where, certificates }: FoundEngine): EngineRow => ({
  endpoint, where, source: 'found', isCandidate: true, label: labelOfEndpoint(endpoint), state: { mark: 'none', says: 'not connected' }, ...(certificates !== undefined && { certificates }),
});

export function labelOfEndpoint(endpoint: Endpoint): string {
  const reach = readEndpoint(endpoint);
  if (typeof reach === 'string') return endpoint;
  switch (reach.kind) {
    case 'unix': return reach.path.length > 40 ? `…/${path.basename(path.dirname(reach.path))}/${path.basename(reach.path)}` : reach.path;
    case 'ssh':
    case 'tls': return reach.host;
  }
}

/** Goes over a network: nothing of it is dialled that the operator did not take up. */
export function isElsewhere(endpoint: Endpoint): boolean {
  const reach = readEndpoint(endpoint);
  return typeof reach !== 'string' && reach.kind !== 'unix';
}

export function isOverTls(endpoint: Endpoint): boolean {
  const reach = readEndpoint(endpoint);
  return typeof reach !== 'string' && reach.kind === 'tls';
}
