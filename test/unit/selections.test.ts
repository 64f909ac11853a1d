import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { FileClass } from '../../shared/manifest.ts';
import type { Result } from '../../shared/result.ts';
import { anInstallation, openOn, withWorkers } from '../support/evidence-host.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import type { TestHost } from '../support/test-host.ts';

let host: TestHost;
let workers: Awaited<ReturnType<typeof withWorkers>>;
let folder: string;

beforeEach(async () => {
  const installed = anInstallation();
  workers = await withWorkers(installed);
  host = openOn(installed);
  folder = path.join(aTemporaryFolder(), 'task');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'task.md'), 'Make it short.\n');
});

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.refusal.says);
  return result.value;
}

async function chosen(): Promise<string> {
  host.answers.folder = folder;
  return valueOf(await host.requests.chooseSources({ kind: 'folder' }))?.selection ?? '';
}

const staged = async (selection: string, fileClass: FileClass = 'context') =>
  host.requests.stageSelection({ binding: workers.bindingOf('requested'), selection, class: fileClass });

const listed = async () => valueOf(await host.requests.listSelections({}));

test('what was staged can be chosen again for another worker, and is read anew', async () => {
  const first = valueOf(await staged(await chosen()));
  writeFileSync(path.join(folder, 'task.md'), 'Make it longer.\n');

  const [again] = await listed();
  expect(again).toEqual({ selection: expect.any(String), kind: 'folder', names: ['task'], class: 'context', seat: expect.any(String), files: 1, at: expect.any(String) });
  expect(valueOf(await staged(again?.selection ?? ''))).not.toBe(first);
});

test('what was chosen and never staged is not offered, nor is what was refused', async () => {
  await chosen();
  await staged(await chosen(), 'credential_reference');

  expect(await listed()).toEqual([]);
});

test('the same places chosen twice are offered once, as what they were staged the last time', async () => {
  await staged(await chosen(), 'context');
  await staged(await chosen(), 'skill');

  expect(await listed()).toMatchObject([{ names: ['task'], class: 'skill' }]);
});

test('it names no path of this machine', async () => {
  await staged(await chosen());

  expect(JSON.stringify(await listed())).not.toContain(folder);
});
