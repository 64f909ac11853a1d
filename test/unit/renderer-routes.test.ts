import { describe, expect, test } from 'vitest';
import type { BindingId, Endpoint } from '../../shared/ids.ts';
import { hrefOf, parseRoute, placeOf, workerTabs, type Route } from '../../renderer/routing/route.ts';
import { actionOf } from '../../renderer/routing/shortcuts.ts';
import { commandsFor } from '../../renderer/views/frame/commands.ts';
import { createFakeBridge } from '../support/fake-bridge.ts';

const binding = '0123456789abcdef0123456789abcdef' as BindingId;

describe('an address of the window', () => {
  const routes: readonly Route[] = [
    { kind: 'workers' },
    { kind: 'new_worker' },
    ...workerTabs.map((tab): Route => ({ kind: 'worker', binding, tab })),
    { kind: 'environments' },
    { kind: 'environments', endpoint: 'unix:///run/with space/and%20percent/docker.sock' as Endpoint },
    { kind: 'external', endpoint: 'unix:///run/docker.sock' as Endpoint, resource: 'volume', id: 'data/with slash' },
    { kind: 'ledger' },
    { kind: 'ledger', seq: 12_408 },
    { kind: 'settings' },
  ];

  test.each(routes.map((route) => [hrefOf(route), route] as const))('%s leads back to its place', (href, route) => {
    expect(parseRoute(href)).toEqual(route);
  });

  test.each(['#/nowhere', '#/environments/unix%3A%2F%2F%2Frun%2Fdocker.sock/planet/x', '#/environments/unix%3A%2F%2F%2Frun%2Fdocker.sock/volume', '#/workers/no-binding', `#/workers/${binding}/executions`, '#/ledger/0', '#/ledger/-3', '#/ledger/1e3'])('%s leads nowhere and says so', (hash) => {
    expect(parseRoute(hash)).toEqual({ kind: 'unknown', hash });
  });

  test('that is no valid encoding stands for itself', () => {
    expect(parseRoute('#/environments/%E0%A4%A')).toEqual({ kind: 'environments', endpoint: '%E0%A4%A' });
  });

  test('opens the workers when there is none', () => {
    expect(parseRoute('')).toEqual({ kind: 'workers' });
    expect(parseRoute('#/')).toEqual({ kind: 'workers' });
  });

  test('of another tab or receipt is the same place, so that the focus stays', () => {
    expect(placeOf({ kind: 'worker', binding, tab: 'summary' })).toBe(placeOf({ kind: 'worker', binding, tab: 'custody' }));
    expect(placeOf({ kind: 'ledger' })).toBe(placeOf({ kind: 'ledger', seq: 4 }));
    expect(placeOf({ kind: 'workers' })).not.toBe(placeOf({ kind: 'worker', binding, tab: 'summary' }));
  });
});

describe('a key pressed anywhere', () => {
  const pressed = (key: string, change: Partial<Parameters<typeof actionOf>[0]> = {}) => actionOf({ key, ctrl: false, alt: false, typing: false, ...change });

  test('goes back and forward with Alt and the arrows', () => {
    expect(pressed('ArrowLeft', { alt: true })).toEqual({ kind: 'back' });
    expect(pressed('ArrowRight', { alt: true })).toEqual({ kind: 'forward' });
  });

  test('opens the palette and the views with Ctrl', () => {
    expect(pressed('k', { ctrl: true })).toEqual({ kind: 'palette' });
    expect(pressed('4', { ctrl: true })).toEqual({ kind: 'go', route: { kind: 'ledger' } });
    expect(pressed('n', { ctrl: true })).toEqual({ kind: 'go', route: { kind: 'new_worker' } });
  });

  test('that is a question mark lists the keys, but not where it is being typed', () => {
    expect(pressed('?')).toEqual({ kind: 'shortcuts' });
    expect(pressed('?', { typing: true })).toBeUndefined();
  });

  test('that means nothing here is left alone', () => {
    for (const key of ['a', 'Enter', 'ArrowDown']) expect(pressed(key)).toBeUndefined();
    expect(pressed('ArrowLeft', { alt: true, ctrl: true })).toBeUndefined();
  });
});

describe('the palette', () => {
  test('finds a worker by any words of its seat, image, engine or id, in any order', async () => {
    const workers = await createFakeBridge('ordinary').listWorkers({});
    const [first] = workers;

    expect(commandsFor('atlas reviewer', workers).map(({ label }) => label)).toEqual(['reviewer@atlas']);
    expect(commandsFor(first?.containerId?.slice(0, 12) ?? 'none', workers).map(({ label }) => label)).toEqual([first?.seat]);
  });

  test('lists views and actions first, and only so many workers', async () => {
    const workers = await createFakeBridge('far-too-much').listWorkers({});
    const commands = commandsFor('', workers);

    expect(commands.slice(0, 5).map(({ label }) => label)).toEqual(['Inbox', 'Workers', 'Environments', 'Ledger', 'Settings']);
    expect(commands.filter(({ group }) => group === 'Workers')).toHaveLength(30);
  });
});
