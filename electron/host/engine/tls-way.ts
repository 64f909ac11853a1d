import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { codeOf, faultText } from '../../../shared/error-code.ts';
import type { Reach } from '../../../shared/endpoint.ts';
import { EngineUnreachableError } from './engine-reader.ts';
import { noLastWords, type Way } from './way.ts';

export type TlsReach = Extract<Reach, { readonly kind: 'tls' }>;

/** What a folder of certificates holds: whom to believe, and who asks. */
interface Certificates {
  readonly ca: Buffer;
  readonly cert: Buffer;
  readonly key: Buffer;
}

const connectWithinMs = 15_000;

const meanings: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by the ca.pem that was chosen',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by the ca.pem that was chosen',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by the ca.pem that was chosen',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not signed by the ca.pem that was chosen',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what listens there does not speak TLS',
  EPROTO: 'what listens there does not speak TLS',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of this name',
  ABORT_ERR: `there was no answer within ${connectWithinMs / 1000} s`,
};

/** Dials over TLS. The other end is believed for the chosen authority and its own name alone; keys are read for each connection and kept nowhere. */
export function tlsWay(name: string, { host, port }: TlsReach, folder: () => string | null): Way {
  const unopened = (says: string, cause?: unknown): EngineUnreachableError => new EngineUnreachableError('no_way', `${says} (${name})`, { cause });
  const dial = async (): Promise<TLSSocket> => {
    const chosen = folder();
    if (chosen === null) throw unopened('no folder with its certificates was chosen');
    const certificates = readCertificates(chosen);
    if (typeof certificates === 'string') throw unopened(certificates);
    try {
      return await connected(host, port, certificates);
    } catch (error) {
      throw unopened(meanings[codeOf(error)] ?? `TLS could not be set up: ${faultText(error)}`, error);
    }
  };
  return { name, connect: dial, lastWords: noLastWords, close: () => undefined };
}

async function connected(host: string, port: number, certificates: Certificates): Promise<TLSSocket> {
  const socket = connect({ host, port, ...certificates, minVersion: 'TLSv1.2', rejectUnauthorized: true });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(connectWithinMs) });
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
}

/** A text says why they cannot be used. */
function readCertificates(folder: string): Certificates | string {
  const key = path.join(folder, 'key.pem');
  try {
    if ((statSync(key).mode & 0o077) !== 0) return `${key} can be read by others than its owner: chmod 600 it`;
    return { ca: readFileSync(path.join(folder, 'ca.pem')), cert: readFileSync(path.join(folder, 'cert.pem')), key: readFileSync(key) };
  } catch (error) {
    return `the certificates in ${folder} cannot be read: ${codeOf(error) || 'unknown'}`;
  }
}
