import type { Reach } from '../../../shared/endpoint.ts';

export type SshReach = Extract<Reach, { readonly kind: 'ssh' }>;

/** Said on the command line, so that no configuration changes them; everything else is as `ssh` itself is set up. */
const fixed: Readonly<Record<string, string>> = {
  // Asks nobody: neither for a passphrase nor whether a host is the right one, and takes no new key of a host.
  BatchMode: 'yes',
  StrictHostKeyChecking: 'yes',
  UpdateHostKeys: 'no',
  // A connection of its own, which ends with this process.
  ControlMaster: 'no',
  ControlPath: 'none',
  // Where all forwards were cleared, ours would be too, and of the others nobody would be told.
  ClearAllForwardings: 'no',
  // The engine's socket comes here and nothing of here goes there.
  ExitOnForwardFailure: 'yes',
  StreamLocalBindMask: '0177',
  ForwardAgent: 'no',
  ForwardX11: 'no',
  Tunnel: 'no',
  PermitLocalCommand: 'no',
  RemoteCommand: 'none',
  ConnectTimeout: '10',
  ServerAliveInterval: '15',
  ServerAliveCountMax: '3',
};

/** The whole command line of one forward, from a socket here to the engine's socket there. No shell reads it. */
export const sshArguments = (reach: SshReach, localSocket: string, { forks }: { readonly forks: boolean }): readonly string[] => [
  ...common(reach),
  // Said only where it has to be: a `ssh` that does not know the word ends at it.
  ...(forks ? ['-o', 'ForkAfterAuthentication=no'] : []),
  '-L', `${localSocket}:${reach.socket}`,
  '--', reach.host,
];

/** The command line that asks how `ssh` is set up for all of that. */
export const sshQuestion = (reach: SshReach): readonly string[] => ['-G', ...common(reach), '--', reach.host];

const common = ({ user, port }: SshReach): readonly string[] => [
  '-N', '-T',
  ...Object.entries(fixed).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
  ...(user === undefined ? [] : ['-l', user]),
  ...(port === undefined ? [] : ['-p', String(port)]),
];

/** What `ssh` would read as something else in a forward's path. */
export const isForwardable = (path: string): boolean => !/[:\\%$]/.test(path);
