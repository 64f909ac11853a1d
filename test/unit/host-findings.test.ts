import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FindingWay } from '../../shared/finding.ts';
import type { BindingId, Digest } from '../../shared/ids.ts';
import type { FileClass } from '../../shared/manifest.ts';
import type { Result } from '../../shared/result.ts';
import { aDigest } from '../support/builders.ts';
import { anInstallation, openOn, withWorkers } from '../support/evidence-host.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import type { TestHost } from '../support/test-host.ts';

let host: TestHost;
let binding: BindingId;

beforeEach(async () => {
  const installed = anInstallation();
  binding = (await withWorkers(installed)).bindingOf('requested');
  host = openOn(installed);
});

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.refusal.says);
  return result.value;
}

async function stage(content: string, fileClass: FileClass = 'native_settings'): Promise<Result<Digest>> {
  const folder = aTemporaryFolder();
  writeFileSync(path.join(folder, 'settings.json'), content);
  host.answers.folder = folder;
  const selection = valueOf(await host.requests.chooseSources({ kind: 'folder' }))?.selection ?? '';
  return host.requests.stageSelection({ binding, selection, class: fileClass });
}

const page = async (manifest: Digest) => valueOf(await host.requests.readManifest({ binding, manifest, offset: 0, limit: 10 }));
const decide = (manifest: Digest, finding: Digest, way: FindingWay) => host.requests.decideFinding({ binding, manifest, finding, way });

async function onlyFinding(manifest: Digest) {
  const [row] = (await page(manifest)).findings;
  if (!row) throw new Error('nothing was found');
  return row;
}

describe('a finding, as the window asks about it', () => {
  test('is accepted by a signature that the ledger keeps, and the manifest stays', async () => {
    const manifest = valueOf(await stage('{"dir":"/home/me"}'));
    const { id } = await onlyFinding(manifest);

    expect(await decide(manifest, id, { way: 'accept' })).toEqual({ ok: true, value: manifest });

    expect(await onlyFinding(manifest)).toMatchObject({ id, accepted: true });
    const { lines } = await host.requests.listReceipts({ filter: {}, limit: 1 });
    expect(lines[0]).toMatchObject({ says: 'Decided: accept finding', receipt: { body: { kind: 'decision', subject: id, approval: { scope: 'accept' } } } });
    expect(await decide(manifest, id, { way: 'accept' })).toMatchObject({ ok: false, refusal: { code: 'already_so' } });
  });

  test('is fixed or dropped in a new manifest, which is answered', async () => {
    const manifest = valueOf(await stage('{"dir":"/home/me"}'));
    const { id } = await onlyFinding(manifest);

    const fixed = valueOf(await decide(manifest, id, { way: 'fix', value: '/workspace/task' }));
    const dropped = valueOf(await decide(manifest, id, { way: 'drop' }));

    expect(new Set([manifest, fixed, dropped]).size).toBe(3);
    expect(await page(fixed)).toMatchObject({ findings: [], rows: [{ entry: { changes: [{ way: 'fixed', value: '/workspace/task' }] } }] });
    expect(await page(dropped)).toMatchObject({ findings: [], rows: [{ entry: { bytes: 2, changes: [{ way: 'dropped' }] } }] });
  });

  test('is not accepted while the keys are locked, and can be fixed all the same', async () => {
    const manifest = valueOf(await stage('{"dir":"/home/me"}'));
    const { id } = await onlyFinding(manifest);
    valueOf(await host.requests.sealKeys({ passphrase: 'a passphrase that is long enough' }));
    const locked = openAgain();

    expect(await locked.requests.decideFinding({ binding, manifest, finding: id, way: { way: 'accept' } })).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(await locked.requests.decideFinding({ binding, manifest, finding: id, way: { way: 'drop' } })).toMatchObject({ ok: true });
  }, 90_000);

  test('has only the ways that make sense for it', async () => {
    const manifest = valueOf(await stage('not JSON'));
    const { id } = await onlyFinding(manifest);

    expect(await decide(manifest, id, { way: 'drop' })).toMatchObject({ ok: false, refusal: { code: 'unsupported' } });
    expect(await decide(manifest, id, { way: 'accept' })).toMatchObject({ ok: true });
  });

  test('has to be of a manifest that was staged for this worker', async () => {
    const manifest = valueOf(await stage('{"dir":"/home/me"}'));

    expect(await decide(manifest, aDigest(7), { way: 'drop' })).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    expect(await decide(aDigest(7), (await onlyFinding(manifest)).id, { way: 'drop' })).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});

test('a credential reference is refused with the way to a grant', async () => {
  expect(await stage('{}', 'credential_reference')).toMatchObject({ ok: false, refusal: { code: 'unsafe_file', todo: expect.stringContaining('Use a grant') as string } });
});

/** The same installation, started once more. */
function openAgain(): TestHost {
  host.close();
  return openOn({ dataFolder: path.dirname(host.folder), stateFolder: path.join(path.dirname(path.dirname(host.folder)), 'state') });
}
