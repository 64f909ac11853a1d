import { expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { heldSubnets } from '../../shared/held-subnets.ts';
import type { Disposition } from '../../shared/receipt.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aRequest, aWorkerSpec, aboutResource, anAttemptId, anEffect, anInstant, anIntent, anObservation, receiptsFrom, theFirstEpoch } from '../support/builders.ts';

const network = aboutResource('network');
const asked = { name: network.name, subnet: '10.213.64.0/28' };
const created = (disposition: Disposition) => anEffect('create_network', network, anAttemptId(), disposition);
const present = anObservation('present', { id: 'n', created: 'then', subnet: '10.213.64.16/28' }, network);
const absent = anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, network);

const heldAfter = (...entries: readonly Entry[]) =>
  heldSubnets(foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ network: 'internal' })), ...entries])).bindings.values(), () => asked);

test('a network is held from the moment it is asked for', () => {
  expect(heldAfter()).toEqual([]);
  expect(heldAfter(anIntent('create_network', network))).toEqual([asked.subnet]);
  expect(heldAfter(...created('applied'))).toEqual([asked.subnet]);
});

test('what was seen there counts beside what was asked', () => {
  expect(heldAfter(...created('applied'), present)).toEqual(['10.213.64.16/28', asked.subnet]);
});

test('one that was closed as not applied may still come, and is held; one that was refused is not', () => {
  expect(heldAfter(...created('not_applied'))).toContain(asked.subnet);
  expect(heldAfter(...created('refused'))).toEqual([]);
});

test('one that is verified absent is free again', () => {
  expect(heldAfter(...created('applied'), present, absent)).toEqual([]);
});
