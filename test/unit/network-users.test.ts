import { describe, expect, test } from 'vitest';
import { usersOfNetwork } from '../../electron/host/custody/network-users.ts';
import type { ContainerRow } from '../../shared/engine-readings.ts';

const network = { id: 'n'.repeat(64), name: 'team', endpoints: [] };
const row = (name: string, networks: readonly string[]): ContainerRow => ({ id: `id of ${name}`, name, image: '', imageId: '', state: 'running', status: '', createdSeconds: 0, labels: {}, volumes: [], networks, ports: [] });

describe('who is on a network', () => {
  test('are those whose own records name its id', () => {
    expect(usersOfNetwork(network, [row('one', [network.id]), row('two', ['m'.repeat(64)])]).names).toEqual(['one']);
  });

  test('are also those that were created to join it and never started: they know its name alone', () => {
    expect(usersOfNetwork(network, [row('never started', ['team'])]).names).toEqual(['never started']);
  });

  test('are its endpoints, each once, and those that no listing has too', () => {
    const joined = { ...network, endpoints: [{ container: 'id of one', name: 'one' }, { container: 'gone meanwhile', name: 'three' }] };

    const users = usersOfNetwork(joined, [row('one', [network.id]), row('two', ['team'])]);

    expect(users.names).toEqual(['one', 'two', 'three']);
    expect(users.containers.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('is nobody where none is told', () => {
    expect(usersOfNetwork(network, [row('one', [])])).toEqual({ names: [], containers: [] });
  });
});
