import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { answerOf, createdVolumeAnswer, doneAnswer } from '../../electron/host/engine/docker-answers.ts';
import { toContainerBody, toContainerReading, toContainerRow, toNetworkBody, toNetworkReading } from '../../electron/host/engine/docker-conversions.ts';
import { containerListSchema, containerSchema, networkSchema } from '../../electron/host/engine/docker-schemas.ts';
import { engineInstant, toEngineTime, toQueryTime } from '../../electron/host/engine/engine-time.ts';
import { tarOfFolder } from '../support/tar-of-folder.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const message = { message: 'the engine says\n so' };

describe('what a status means for a change', () => {
  test.each([
    [200, '', 'applied'],
    [204, '', 'applied'],
    [202, '', 'unclear'],
    [304, '', 'already'],
    [400, message, 'refused'],
    [403, message, 'refused'],
    [404, message, 'ambiguous'],
    [409, message, 'ambiguous'],
    [403, '<html>a proxy</html>', 'unclear'],
    [404, undefined, 'unclear'],
    [301, message, 'unclear'],
    [500, message, 'unclear'],
    [503, message, 'unclear'],
  ])('%s with %j is %s', (status, body, kind) => {
    expect(answerOf({ status, body }, doneAnswer).kind).toBe(kind);
  });

  test('B0 V14: the text never decides, it is only passed on in one line', () => {
    expect(answerOf({ status: 409, body: message }, doneAnswer)).toEqual({ kind: 'ambiguous', status: 409, says: 'the engine says so' });
  });
});

describe('a volume that was created', () => {
  const request = { name: 'v', labels: { a: '1', b: '2' } };
  const reply = (Labels: unknown, Name = 'v') => ({ status: 201, body: { Name, Driver: 'local', CreatedAt: '2026-01-01T00:00:00Z', Labels } });

  test('is applied only with exactly the labels that were asked for', () => {
    expect(createdVolumeAnswer(reply({ b: '2', a: '1' }), request)).toEqual({ kind: 'applied', status: 201 });
    expect(createdVolumeAnswer(reply({ a: '1' }), request).kind).toBe('ambiguous');
    expect(createdVolumeAnswer(reply({ a: '1', b: '2', c: '3' }), request).kind).toBe('ambiguous');
    expect(createdVolumeAnswer(reply(null), request).kind).toBe('ambiguous');
  });

  test('is unclear without the volume in the answer', () => {
    expect(createdVolumeAnswer({ status: 201, body: {} }, request).kind).toBe('unclear');
    expect(createdVolumeAnswer(reply({ a: '1', b: '2' }, 'another'), request).kind).toBe('unclear');
  });
});

describe('an engine’s times', () => {
  test.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000000000Z'],
    ['2026-01-02T03:04:05.12Z', '2026-01-02T03:04:05.120000000Z'],
    ['2026-01-02T03:04:05.123456789Z', '2026-01-02T03:04:05.123456789Z'],
    ['2026-01-02T03:04:05.5+02:00', '2026-01-02T01:04:05.500000000Z'],
    ['0001-01-01T00:00:00Z', ''],
    ['', ''],
    ['soon', 'soon'],
  ])('%s is %s', (text, time) => {
    expect(toEngineTime(text)).toBe(time);
  });

  test('become seconds and nanoseconds in a query', () => {
    expect(toQueryTime('2026-01-02T03:04:05.000000001Z')).toBe('1767323045.000000001');
    expect(() => toQueryTime('soon')).toThrow(RangeError);
  });

  test('B14 113: stand beside the console’s own in a receipt, to the millisecond, where one was told', () => {
    expect(engineInstant('2026-01-02T03:04:05.123456789Z')).toEqual({ engineAt: '2026-01-02T03:04:05.123Z' });
    expect(['', 'soon', '0001-01-01T00:00:00Z', '5'].map(engineInstant)).toEqual([{}, {}, {}, {}]);
  });
});

describe('a container as an engine describes it', () => {
  const id = 'd'.repeat(64);

  test('keeps its own name beside those of legacy links, and only named volumes', () => {
    const [row] = containerListSchema.parse([
      { Id: id, Names: ['/other/alias', '/web'], Image: 'x', ImageID: 'sha256:1', State: 'running', Status: 'Up', Created: 1, Labels: null, Mounts: [{ Type: 'bind' }, { Type: 'volume', Name: 'v' }] },
    ]);

    expect(row && toContainerRow(row)).toMatchObject({ name: 'web', labels: {}, volumes: ['v'] });
  });

  test('with limits in an older form, and none of some', () => {
    const container = containerSchema.parse({
      Id: id, Name: '/web', Created: '2026-01-02T03:04:05Z', Image: 'sha256:1', Mounts: null, Config: { Labels: null },
      State: { Status: 'exited', StartedAt: '0001-01-01T00:00:00Z', FinishedAt: '0001-01-01T00:00:00Z', ExitCode: 0 },
      HostConfig: { CpuQuota: 50_000, CpuPeriod: 100_000, PidsLimit: -1, CapDrop: null, CapAdd: null, SecurityOpt: null },
    });

    expect(toContainerReading(container)).toMatchObject({ startedAt: '', admitted: { nanoCpus: 500_000_000, memoryBytes: 0, pids: 0, droppedCapabilities: [], readOnlyRoot: false } });
  });

  test('that we ask for is closed: no privileges, no network, no environment, limits on everything', () => {
    const body = toContainerBody({
      name: 'bw', labels: { a: 'b' }, imageId: 'sha256:1', command: ['sh', '/state/.bailiwick/gate'], workingDirectory: '/workspace/task', user: { uid: 1000, gid: 1001 },
      volumes: [{ name: 'w', path: '/workspace' }], tmpfs: [{ path: '/tmp', options: 'mode=1777' }], resources: { cpuMilli: 250, memoryBytes: 64 << 20, pids: 40 }, network: 'none',
    });

    expect(body).toEqual({
      Image: 'sha256:1', Entrypoint: [], Cmd: ['sh', '/state/.bailiwick/gate'], Env: [], WorkingDir: '/workspace/task', User: '1000:1001', Labels: { a: 'b' },
      AttachStdin: false, AttachStdout: false, AttachStderr: false, OpenStdin: false, Tty: false,
      HostConfig: {
        Init: true, ReadonlyRootfs: true, Privileged: false, CapDrop: ['ALL'], SecurityOpt: ['no-new-privileges'], NetworkMode: 'none', RestartPolicy: { Name: 'no' },
        NanoCpus: 250_000_000, Memory: 64 << 20, MemorySwap: 64 << 20, PidsLimit: 40,
        Mounts: [{ Type: 'volume', Source: 'w', Target: '/workspace', VolumeOptions: { NoCopy: true } }], Tmpfs: { '/tmp': 'mode=1777' },
      },
    });
  });
});

describe('a network', () => {
  const id = 'a'.repeat(64);
  const network = {
    Id: id, Name: 'lab', Created: '2026-01-02T03:04:05Z', Driver: 'bridge', Internal: true, Labels: null, IPAM: { Config: [{ Subnet: '10.213.64.0/28', Gateway: '10.213.64.1' }, {}] },
    Containers: { [id]: { Name: 'stranger' } },
  };

  test('is read with its addresses and who is on it; a listing leaves the latter out', () => {
    expect(toNetworkReading(networkSchema.parse(network))).toEqual({
      id, name: 'lab', created: '2026-01-02T03:04:05.000000000Z', driver: 'bridge', internal: true, labels: {}, subnets: ['10.213.64.0/28'], endpoints: [{ container: id, name: 'stranger' }],
    });
    expect(toNetworkReading(networkSchema.parse({ Id: id, Name: 'host', Driver: 'host', Labels: {} }))).toMatchObject({ internal: false, subnets: [], endpoints: [] });
  });

  test('that we ask for is a bridge without exits, and what a guest sends elsewhere ends at an address that nobody has', () => {
    expect(toNetworkBody({ name: 'bw', labels: { a: 'b' }, subnet: '10.213.64.0/28', host: '10.213.64.1', dead: '10.213.64.14' })).toEqual({
      Name: 'bw', CheckDuplicate: true, Driver: 'bridge', Internal: true, Attachable: false, EnableIPv6: false, Labels: { a: 'b' },
      IPAM: { Driver: 'default', Config: [{ Subnet: '10.213.64.0/28', Gateway: '10.213.64.1', AuxiliaryAddresses: { DefaultGatewayIPv4: '10.213.64.14' } }] },
    });
  });

  test('is joined by its id, with the engine’s own side of it under a name, and names outside are asked of nobody', () => {
    const body = toContainerBody({
      name: 'bw', labels: {}, imageId: 'sha256:1', command: ['sh'], workingDirectory: '/', user: { uid: 1, gid: 1 }, volumes: [], tmpfs: [], resources: { cpuMilli: 100, memoryBytes: 6 << 20, pids: 8 },
      network: { id, hostName: 'console', host: '10.213.64.1', dead: '10.213.64.14' },
    });

    expect(body).toMatchObject({ HostConfig: { NetworkMode: id, ExtraHosts: ['console:10.213.64.1'], Dns: ['10.213.64.14'] } });
  });
});

describe('the tar of a folder', () => {
  test('holds regular files only, and is the same whenever and by whomever they were made', async () => {
    const folder = aTemporaryFolder();
    mkdirSync(join(folder, 'sub/deeper'), { recursive: true });
    writeFileSync(join(folder, 'sub/deeper/run'), 'run', { mode: 0o700 });
    writeFileSync(join(folder, 'b'), '');
    writeFileSync(join(folder, 'a'), 'x'.repeat(100_000));
    symlinkSync('/etc/passwd', join(folder, 'link'));

    const first = await Readable.from(tarOfFolder(folder)).toArray();
    utimesSync(join(folder, 'a'), 1, 1);
    const second = await Readable.from(tarOfFolder(folder)).toArray();

    expect(Buffer.concat(first).equals(Buffer.concat(second))).toBe(true);
    expect(await entriesOf(Buffer.concat(first))).toEqual(['a 644 100000', 'b 644 0', 'sub/deeper/run 755 3']);
  });

  test('of a folder that is not there is an error', async () => {
    await expect(tarOfFolder('/nonexistent').toArray()).rejects.toThrow('ENOENT');
  });
});

async function entriesOf(tar: Buffer): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Readable.from([tar]).pipe(extract())) {
    names.push(`${entry.header.name} ${entry.header.mode?.toString(8)} ${entry.header.size}`);
    entry.resume();
  }
  return names;
}
