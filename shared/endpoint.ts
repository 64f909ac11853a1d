/** Where an engine is dialled, taken apart. */
export type Reach =
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'ssh'; readonly user?: string; readonly host: string; readonly port?: number; /** The engine's socket on the far machine. */ readonly socket: string }
  | { readonly kind: 'tls'; readonly host: string; readonly port: number };

export type ReachKind = Reach['kind'];

export const defaultFarSocket = '/var/run/docker.sock';
export const defaultTlsPort = 2376;

const longestSocketPath = 113;
const longestEndpoint = 300;
const plain = 'without TLS whoever reaches it is as good as root there: use ssh://host, or https://host:port with certificates';

/** Takes an endpoint apart. A text says why it is none. */
export function readEndpoint(endpoint: string): Reach | string {
  const [, scheme = '', rest = ''] = /^([a-z+]+):\/\/(.*)$/s.exec(endpoint) ?? [];
  switch (scheme) {
    case 'unix': return readSocket(rest);
    case 'ssh': return readSsh(rest);
    case 'https': return readTls(rest);
    case 'tcp':
    case 'http': return `${scheme}:// is refused: ${plain}`;
    case '': return 'expected unix:// and an absolute path, ssh://host or https://host:port';
    default: return `${scheme}:// is not a way this console knows: it goes over unix://, ssh:// and https://`;
  }
}

function readSocket(path: string): Reach | string {
  if (!/^\/[^\0]+$/.test(path)) return 'expected unix:// and an absolute path';
  return path.length > longestSocketPath ? 'a socket path longer than the system allows' : { kind: 'unix', path };
}

function readSsh(rest: string): Reach | string {
  const authority = readAuthority(rest);
  if (typeof authority === 'string') return authority;
  const { user, host, port, path } = authority;
  if (!/^(\/[A-Za-z0-9._@+-]+)*\/?$/.test(path)) return 'the socket’s path on the far machine may hold letters, digits and . _ @ + - only';
  if (path.endsWith('/') && path !== '/') return 'the socket’s path on the far machine names a folder';
  return { kind: 'ssh', host, socket: path.length > 1 ? path : defaultFarSocket, ...(user !== undefined && { user }), ...(port !== undefined && { port }) };
}

function readTls(rest: string): Reach | string {
  const authority = readAuthority(rest);
  if (typeof authority === 'string') return authority;
  const { user, host, port = defaultTlsPort, path } = authority;
  if (user !== undefined) return 'a user does not belong in an https:// endpoint: the client’s certificate says who asks';
  return path.length > 1 ? 'an https:// endpoint has no path' : { kind: 'tls', host, port };
}

interface Authority {
  readonly user?: string;
  readonly host: string;
  readonly port?: number;
  readonly path: string;
}

/** `[user@]host[:port][/path]`, where a host is a name, an IPv4 address, or an IPv6 address in brackets. */
function readAuthority(text: string): Authority | string {
  if (text.length > longestEndpoint) return `longer than ${longestEndpoint} characters`;
  if (/[?#]/.test(text)) return 'it must not hold ? or #';
  const [, before, host = '', port, path = ''] = /^(?:([^/]*)@)?(\[[^\]/]*\]|[^:/@]*)(?::([^/]*))?(\/.*)?$/s.exec(text) ?? [];
  if (before?.includes(':')) return 'a password must not stand in an endpoint';
  if (before !== undefined && !/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(before)) return `“${before}” is not a user’s name`;
  const name = hostIn(host);
  if (name === null) return `“${host}” is not a host: expected a name, an IPv4 address, or an IPv6 address in brackets`;
  const number = port === undefined ? undefined : Number(port);
  if (number !== undefined && (!/^\d{1,5}$/.test(port ?? '') || number < 1 || number > 65_535)) return `“${port}” is not a port`;
  return { host: name, path, ...(before !== undefined && { user: before }), ...(number !== undefined && { port: number }) };
}

/** One that began with a hyphen would be read as an option by whatever program it is given to. */
function hostIn(text: string): string | null {
  const bracketed = /^\[([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9]+)?)\]$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(text) ? text : null;
}

/** What a person typed: a path alone is a socket on this machine, and a lone slash after a host says nothing. */
export const endpointTyped = (text: string): string => (text.startsWith('/') ? `unix://${text}` : text.replace(/^((?:ssh|https):\/\/[^/]+)\/$/, '$1'));
