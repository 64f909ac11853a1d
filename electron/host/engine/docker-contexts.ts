import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../shared/error-code.ts';
import { readEndpoint } from '../../../shared/endpoint.ts';
import { endpointSchema, type Endpoint } from '../../../shared/ids.ts';
import { parseJson } from './docker-request.ts';
import { namesIn } from './usual-sockets.ts';

export type DockerContext =
  | { readonly kind: 'usable'; readonly name: string; readonly endpoint: Endpoint; /** Where its certificates are, if it is dialled over TLS. */ readonly certificates?: string }
  | { readonly kind: 'unusable'; readonly file: string; readonly says: string };

const metaSchema = z.object({
  Name: z.string().min(1).max(200),
  Endpoints: z.object({ docker: z.object({ Host: z.string().min(1).max(400) }).optional() }),
});

/** The contexts that the `docker` command keeps below a home, one file each. */
export function dockerContexts(home: string): readonly DockerContext[] {
  const folder = join(home, '.docker/contexts');
  const ids = namesIn(join(folder, 'meta')).filter((name) => !name.startsWith('.'));
  return ids.map((id) => readContext(join(folder, 'meta', id, 'meta.json'), join(folder, 'tls', id, 'docker')));
}

function readContext(file: string, certificates: string): DockerContext {
  const unusable = (says: string): DockerContext => ({ kind: 'unusable', file, says });
  const text = readText(file);
  if (text === null) return unusable('it cannot be read');
  const meta = metaSchema.safeParse(parseJson(text));
  if (!meta.success) return unusable(`it is not what a context looks like: ${describeIssue(meta.error)}`);
  const { Name: name, Endpoints: { docker } } = meta.data;
  if (!docker) return unusable(`“${name}” names no Docker endpoint`);
  const hasCertificates = namesIn(certificates).length > 0;
  const endpoint = endpointSchema.safeParse(hasCertificates ? docker.Host.replace(/^tcp:/, 'https:') : docker.Host);
  if (!endpoint.success) return unusable(`“${name}” leads to ${withoutPassword(docker.Host)}: ${endpoint.error.issues[0]?.message ?? ''}`);
  return { kind: 'usable', name, endpoint: endpoint.data, ...(isTls(endpoint.data) && { certificates }) };
}

const isTls = (endpoint: Endpoint): boolean => {
  const reach = readEndpoint(endpoint);
  return typeof reach !== 'string' && reach.kind === 'tls';
};

function describeIssue({ issues: [issue] }: z.ZodError): string {
  const at = issue?.path.map(String).join('.') ?? '';
  return at === '' ? (issue?.message ?? '') : `${at}: ${issue?.message ?? ''}`;
}

const withoutPassword = (host: string): string => host.replace(/\/\/[^/@]*@/, '//…@');

const longestFile = 100_000;

function readText(file: string): string | null {
  try {
    const about = statSync(file);
    return about.isFile() && about.size <= longestFile ? readFileSync(file, 'utf8') : null;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}
