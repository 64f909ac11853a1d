import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { DockerReader } from '../../electron/host/engine/docker-reader.ts';
import { EngineFault, type ProbeResult } from '../../electron/host/engine/engine-reader.ts';
import { FakeDaemon, type FakeReply } from '../support/fake-daemon.ts';

// Every test dials a socket, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const id = 'c'.repeat(64);
const container = (state: string): FakeReply => ({
  body: {
    Id: id, Name: '/bw', Created: '2026-01-02T03:04:05Z', Image: 'sha256:1', Mounts: [], Config: { Labels: {} }, HostConfig: {},
    State: { Status: state, StartedAt: '2026-01-02T03:04:06Z', FinishedAt: '0001-01-01T00:00:00Z', ExitCode: 0 },
  },
});
const refusal = (status: number): FakeReply => ({ status, body: { message: 'no' } });

let daemon: FakeDaemon;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
  daemon.answer(`POST /containers/${id}/exec`, { status: 201, body: { Id: 'e' } });
});

afterEach(() => daemon.close());

const probe = (): Promise<ProbeResult> => new DockerReader(daemon.way, { ...usualDeadlines, readMs: 2000 }).probe(id, 'process_status');

describe('a guest that ends between a command’s creation and its start', () => {
  test.each([404, 409, 500])('reads as not running, though the engine answers %i', async (status) => {
    daemon.answer('POST /exec/e/start', refusal(status));
    daemon.answer(`GET /containers/${id}/json`, container('exited'));

    expect(await probe()).toEqual({ kind: 'not_running' });
  });

  test('reads as not running when it was removed as well', async () => {
    daemon.answer('POST /exec/e/start', refusal(404));
    daemon.answer(`GET /containers/${id}/json`, refusal(404));

    expect(await probe()).toEqual({ kind: 'not_running' });
  });

  test('reads as not running when the engine has forgotten how its command ended', async () => {
    daemon.answer('POST /exec/e/start', {});
    daemon.answer('GET /exec/e/json', refusal(404));
    daemon.answer(`GET /containers/${id}/json`, container('exited'));

    expect(await probe()).toEqual({ kind: 'not_running' });
  });
});

describe('a guest that runs', () => {
  test.each([404, 409, 500])('is not called ended by an answer of %i alone', async (status) => {
    daemon.answer('POST /exec/e/start', refusal(status));
    daemon.answer(`GET /containers/${id}/json`, container('running'));

    await expect(probe()).rejects.toThrow(EngineFault);
  });
});
