import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sshArguments, type SshReach } from '../../electron/host/engine/ssh-arguments.ts';
import { endpointTyped, readEndpoint } from '../../shared/endpoint.ts';
import { endpointSchema } from '../../shared/ids.ts';

describe('an endpoint', () => {
  test.each([
    ['unix:///var/run/docker.sock', { kind: 'unix', path: '/var/run/docker.sock' }],
    ['unix:///run/with space/docker.sock', { kind: 'unix', path: '/run/with space/docker.sock' }],
    ['ssh://lab', { kind: 'ssh', host: 'lab', socket: '/var/run/docker.sock' }],
    ['ssh://lab/', { kind: 'ssh', host: 'lab', socket: '/var/run/docker.sock' }],
    ['ssh://me@lab.example:2222/run/user/1000/docker.sock', { kind: 'ssh', user: 'me', host: 'lab.example', port: 2222, socket: '/run/user/1000/docker.sock' }],
    ['https://lab', { kind: 'tls', host: 'lab', port: 2376 }],
    ['https://10.0.0.7:443', { kind: 'tls', host: '10.0.0.7', port: 443 }],
  ])('%s is taken apart', (endpoint, reach) => {
    expect(readEndpoint(endpoint)).toEqual(reach);
    expect(endpointSchema.parse(endpoint)).toBe(endpoint);
  });

  test.each([
    ['ssh://me@[::1]:2222', { kind: 'ssh', user: 'me', host: '::1', port: 2222, socket: '/var/run/docker.sock' }],
    ['ssh://[fe80::1%eth0]', { kind: 'ssh', host: 'fe80::1%eth0', socket: '/var/run/docker.sock' }],
    ['https://[2001:db8::7]:2376', { kind: 'tls', host: '2001:db8::7', port: 2376 }],
  ])('B0 V12, B7 61: %s holds an IPv6 address, without its brackets', (endpoint, reach) => {
    expect(readEndpoint(endpoint)).toEqual(reach);
  });

  test.each([
    ['tcp://lab:2375', 'tcp:// is refused: without TLS whoever reaches it is as good as root there'],
    ['http://lab:2375', 'http:// is refused: without TLS'],
    ['npipe:////./pipe/docker_engine', 'npipe:// is not a way this console knows'],
    ['/var/run/docker.sock', 'expected unix:// and an absolute path, ssh://host or https://host:port'],
    ['ssh://-oProxyCommand=evil', 'is not a host'],
    ['ssh://-lroot@lab', 'is not a user’s name'],
    ['ssh://me@-lab', 'is not a host'],
    ['ssh://lab;reboot', 'is not a host'],
    ['ssh://lab\n', 'is not a host'],
    ['ssh://::1', 'is not a host'],
    ['ssh://', 'is not a host'],
    ['ssh://me:secret@lab', 'a password must not stand in an endpoint'],
    ['ssh://lab:0', 'is not a port'],
    ['ssh://lab:65536', 'is not a port'],
    ['ssh://lab:22x', 'is not a port'],
    ['ssh://lab/run/a:b.sock', 'may hold letters, digits'],
    ['ssh://lab/run/%h.sock', 'may hold letters, digits'],
    ['ssh://lab/run/', 'names a folder'],
    ['https://me@lab:2376', 'the client’s certificate says who asks'],
    ['https://lab:2376/v1.41', 'has no path'],
    ['https://lab:2376?x', 'must not hold ? or #'],
    [`ssh://${'x'.repeat(400)}`, 'longer than 300 characters'],
  ])('is not %j, and why is said', (text, why) => {
    expect(readEndpoint(text)).toContain(why);
    expect(endpointSchema.safeParse(text).error?.issues[0]?.message).toBe(readEndpoint(text));
  });

  test('never says a password again', () => {
    expect(readEndpoint('ssh://me:secret@lab')).not.toContain('secret');
  });

  test('that is typed as a path alone is a socket, and a lone slash after a host says nothing', () => {
    expect(['/run/docker.sock', 'ssh://lab', 'ssh://lab/', 'ssh://lab/run/'].map(endpointTyped)).toEqual(['unix:///run/docker.sock', 'ssh://lab', 'ssh://lab', 'ssh://lab/run/']);
  });
});

const argumentsOf = (endpoint: string): readonly string[] => sshArguments(readEndpoint(endpoint) as SshReach, '/data/ways/1.sock', { forks: false });

describe('the command line of ssh', () => {
  test('B0 V13, B7 60: names user, port and host as they stand in the endpoint, and leaves the rest to the configuration of ssh', () => {
    expect(argumentsOf('ssh://me@lab:2222/run/far.sock').slice(-8)).toEqual(['-l', 'me', '-p', '2222', '-L', '/data/ways/1.sock:/run/far.sock', '--', 'lab']);
    expect(argumentsOf('ssh://lab').slice(-4)).toEqual(['-L', '/data/ways/1.sock:/var/run/docker.sock', '--', 'lab']);
    expect(argumentsOf('ssh://lab')).not.toEqual(expect.arrayContaining(['-F']));
  });

  test('B0 V12, B7 61: gives an IPv6 address without brackets', () => {
    expect(argumentsOf('ssh://[::1]').at(-1)).toBe('::1');
  });

  test('holds no option that anybody could put into an endpoint', () => {
    const pieces = fc.constantFrom('-', '-o', '@', ':', '/', '[', ']', ' ', '%h', '\n', 'ProxyCommand=reboot', 'me', 'lab', '22', '::1');
    fc.assert(fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const reach = readEndpoint(`ssh://${parts.join('')}`);
      if (typeof reach === 'string' || reach.kind !== 'ssh') return;
      const argv = sshArguments(reach, '/data/ways/1.sock', { forks: false });
      expect(argv.slice(-2)).toEqual(['--', reach.host]);
      for (const word of [reach.host, reach.user ?? 'me']) expect(word).toMatch(/^[A-Za-z0-9_:][A-Za-z0-9._:%-]*$/);
    }), { numRuns: 2000 });
  });

  test('B0 V8: takes no key of a host by itself, asks nobody, shares no connection and gives nothing of here', () => {
    for (const option of ['StrictHostKeyChecking=yes', 'UpdateHostKeys=no', 'BatchMode=yes', 'ControlPath=none', 'ForwardAgent=no', 'ExitOnForwardFailure=yes']) expect(argumentsOf('ssh://lab')).toContain(option);
  });
});
