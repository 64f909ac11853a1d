import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BindingId, Digest } from '../../shared/ids.ts';
import { describeWaiting } from '../../shared/inbox.ts';
import type { Result } from '../../shared/result.ts';
import { anInstallation, openOn, withWorkers, type Installed } from '../support/evidence-host.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import type { TestHost } from '../support/test-host.ts';

let installed: Installed;
let host: TestHost;
let prepared: BindingId;
let requested: BindingId;

beforeEach(async () => {
  installed = anInstallation();
  const { bindingOf } = await withWorkers(installed);
  prepared = bindingOf('prepared');
  requested = bindingOf('requested');
  host = openOn(installed);
});

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.refusal.says);
  return result.value;
}

async function stage(content: string, name = 'settings.json', binding = prepared): Promise<Digest> {
  const folder = aTemporaryFolder();
  writeFileSync(path.join(folder, name), content);
  host.answers.folder = folder;
  const selection = valueOf(await host.requests.chooseSources({ kind: 'folder' }))?.selection ?? '';
  return valueOf(await host.requests.stageSelection({ binding, selection, class: 'native_settings' }));
}

const waiting = async () => (await host.requests.listInbox({})).filter(({ kind }) => kind === 'findings');

async function findingIds(manifest: Digest): Promise<readonly Digest[]> {
  return valueOf(await host.requests.readManifest({ binding: prepared, manifest, offset: 0, limit: 1 })).findings.map(({ id }) => id);
}

describe('findings that nobody decided', () => {
  test('wait in the Inbox with their worker, what is known, since when, and who must act', async () => {
    const manifest = await stage('{"dir":"/home/me","url":"http://localhost:1"}');

    const [item] = await waiting();

    expect(item).toMatchObject({ manifest, count: 2, worker: { binding: prepared }, says: '2 findings in the staged files are undecided, the first: “settings.json”, /dir: /home/me' });
    expect(Date.parse(item?.since ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(item && describeWaiting(item)).toEqual({ label: 'its files are not delivered before each finding is decided', whoActs: 'you: fix, leave out or accept each one' });
    expect((await host.requests.frame({})).inbox).toBe((await host.requests.listInbox({})).length);
  });

  test('become fewer with each decision, whether the copy was changed or the finding accepted', async () => {
    const manifest = await stage('{"dir":"/home/me","url":"http://localhost:1"}');
    const [first] = await findingIds(manifest);

    const next = valueOf(await host.requests.decideFinding({ binding: prepared, manifest, finding: first as Digest, way: { way: 'drop' } }));
    expect(await waiting()).toMatchObject([{ manifest: next, count: 1 }]);

    const [second] = await findingIds(next);
    valueOf(await host.requests.decideFinding({ binding: prepared, manifest: next, finding: second as Digest, way: { way: 'accept' } }));
    expect(await waiting()).toEqual([]);
  });

  test('are decided on in the newest staging of their file, and stay where another file was staged', async () => {
    const first = await stage('{"dir":"/home/me"}');
    await stage('{"dir":"/home/me"}', 'other.json');
    expect((await waiting()).map((item) => 'manifest' in item && item.manifest)).toContain(first);

    await stage('{}');

    expect(await waiting()).toMatchObject([{ says: expect.stringContaining('other.json') as string }]);
  });

  test('wait again after the console was started anew', async () => {
    const manifest = await stage('{"dir":"/home/me"}');
    host.close();

    host = openOn(installed);

    expect(await waiting()).toMatchObject([{ manifest, count: 1 }]);
  });

  test('are nobody’s to decide while there is no container to deliver to', async () => {
    await stage('{"dir":"/home/me"}', 'settings.json', requested);

    expect(await waiting()).toEqual([]);
  });
});
