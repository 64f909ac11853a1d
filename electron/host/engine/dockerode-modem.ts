import type { Agent } from 'node:http';
import { createRequire } from 'node:module';
import type Modem from 'docker-modem';

type ModemClass = { readonly prototype: Modem };

/** Loaded when an engine is first dialled: it takes longer than everything else that a start needs. */
let loaded: ModemClass | undefined;

/**
 * dockerode's transport to what one agent dials. Its constructor lets the environment's host, TLS files, timeout and ssh settings
 * win over what it is given, so it is never run: the fields it would set are set here.
 */
export function createModem(name: string, agent: Agent): Modem {
  // A socket's path makes it leave host and port alone; the agent dials its own.
  const fields = { socketPath: name, agent, protocol: 'http', pathPrefix: '/', headers: {}, sshOptions: {} };
  loaded ??= loadQuietly();
  return Object.assign(Object.create(loaded.prototype) as Modem, fields);
}

/**
 * Loads it with DEBUG hidden, which is read when it is loaded and makes it print whole requests, and told to follow no
 * redirect: one would make it dial wherever an answer says.
 */
function loadQuietly(): ModemClass {
  const { DEBUG: hidden } = process.env;
  delete process.env['DEBUG'];
  try {
    const fromDockerode = createRequire(createRequire(import.meta.url).resolve('dockerode'));
    (fromDockerode('docker-modem/lib/http') as { maxRedirects: number }).maxRedirects = 0;
    return fromDockerode('docker-modem') as ModemClass;
  } finally {
    if (hidden !== undefined) process.env['DEBUG'] = hidden;
  }
}
