import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sealedMark } from '../../shared/sealing.ts';
import { eventually } from '../support/eventually.ts';
import { anInstallation, consoleFolder, copiedAside, custodyItem, expectRefusal, openOn, sealedOnce, sealingOf, untilFrame, withWorkers } from '../support/evidence-host.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const passphrase = 'a passphrase that is long enough';

describe('a console whose keys are open', () => {
  test('seals what is left when it is closed, and tells at the next start how far, when and with which key', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);

    const sealing = await sealingOf(openOn(installed));

    expect(sealing).toMatchObject({ sealed: 5, last: { size: 5, at: expect.stringMatching(/^20/), signer: expect.stringMatching(/^ed25519:/) } });
    expect(sealedMark({ ...sealing, troubles: [] })).toMatchObject({ mark: 'seen', label: 'Ledger sealed' });
  });

  test('marks it outside the database: beside it, and in a folder that does not go along with a copy', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);

    expect(existsSync(path.join(consoleFolder(installed), 'ledger.mark'))).toBe(true);
    expect(readdirSync(installed.stateFolder)).toEqual([expect.stringMatching(/^ledger-[0-9a-f]{16}\.mark$/)]);
  });

  test('copies the newest checkpoint to a folder as soon as the operator picks it, and each later one', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    const host = openOn(installed);
    const folder = path.join(aTemporaryFolder(), 'copies');
    host.answers.folder = folder;

    expect(await host.requests.chooseCheckpointFolder({})).toEqual({ ok: true, value: { folder } });

    await eventually(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/-000000000005\.checkpoint$/)]));
    await host.requests.keys({});
    host.close();
    await eventually(() => expect(readdirSync(folder)).toHaveLength(2));
    expect(await openOn(installed).requests.settings({})).toMatchObject({ checkpointFolder: folder });
  });
});

describe('a console that is closed before its keys are made', () => {
  test('closes without a fault, and has the same keys at the next start', async () => {
    const installed = anInstallation();
    const host = openOn(installed);
    const opening = host.requests.keys({});

    host.close();

    expect(await opening).toMatchObject({ state: 'unusable', approvers: [] });
    expect(host.faults).toEqual([]);
    expect(await openOn(installed).requests.keys({})).toMatchObject({ state: 'unlocked', approvers: [{ name: 'operator' }, { name: 'credential owner' }] });
  });
});

describe('staged copies that no receipt tells of', () => {
  const untoldOf = async () => {
    const installed = anInstallation();
    const { bindingOf } = await withWorkers(installed);
    const copy = path.join(consoleFolder(installed), 'staging', bindingOf('prepared'), 'a'.repeat(64));
    await sealedOnce(installed);
    const leave = (): void => void mkdirSync(copy, { recursive: true });
    return { installed, copy, leave };
  };

  test('go at the next start', async () => {
    const { installed, copy, leave } = await untoldOf();
    leave();

    openOn(installed);

    await eventually(() => expect(existsSync(copy)).toBe(false));
  });

  test('stay where the ledger is not shown to be whole: a newer one may tell of them', async () => {
    const { installed, copy, leave } = await untoldOf();
    const putBack = copiedAside(installed);
    await sealedOnce(installed);
    putBack();
    leave();

    const host = openOn(installed);
    await custodyItem(host);
    await host.requests.keys({});

    expect(existsSync(copy)).toBe(true);
  });
});

describe('a console whose keys are under a passphrase', () => {
  test('says that nothing more is sealed until they are unlocked, then seals', async () => {
    const installed = anInstallation();
    const before = openOn(installed);
    await before.requests.sealKeys({ passphrase });
    before.close();

    const host = openOn(installed);
    await host.requests.keys({});
    const locked = await sealingOf(host);
    expect(locked).toMatchObject({ sealed: 5, unsealed: 1, troubles: [{ kind: 'no_key' }] });
    expect(sealedMark(locked)).toMatchObject({ mark: 'needs_person', label: 'Not sealed: keys are locked', says: expect.stringContaining('1 receipt after it not yet') });

    await host.requests.unlockKeys({ passphrase });
    host.close();

    expect((await sealingOf(openOn(installed))).sealed).toBe(6);
  });
});

describe('an older copy that was put back', () => {
  async function restored() {
    const installed = anInstallation();
    const { daemon, bindingOf } = await withWorkers(installed);
    await sealedOnce(installed);
    const putBack = copiedAside(installed);
    await sealedOnce(installed);
    putBack();
    const host = openOn(installed);
    await untilFrame(host, ({ engines }) => expect(engines.find(({ endpoint }) => endpoint === daemon.endpoint)?.state.mark).toBe('seen'));
    return { installed, daemon, host, asked: bindingOf('requested'), binding: bindingOf('prepared') };
  }

  test('reads custody unproven: nothing is sealed, and every effect is refused in words', async () => {
    const { host, asked, daemon } = await restored();

    const item = await custodyItem(host);

    const [last] = (await host.requests.listReceipts({ filter: {}, before: item.head.size + 1, limit: 1 })).lines;
    expect(item.head).toMatchObject({ size: last?.receipt.seq, at: last?.receipt.at });
    expect(item.says).toMatch(/the mark in the state folder was made at \d+: 1 sealed receipt is gone, or an older copy was put in place/);
    expect((await sealingOf(host)).troubles).toEqual([{ kind: 'custody_unproven' }]);
    expectRefusal(await host.requests.continuePreparation({ binding: asked }), 'custody_unproven');
    expectRefusal(await host.requests.buildSampleImage({ endpoint: daemon.endpoint }), 'custody_unproven');
    expect(daemon.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('is not gone on with by a signature for something else than what is there', async () => {
    const { host } = await restored();
    const { head } = await custodyItem(host);

    expectRefusal(await host.requests.reanchor({ subject: head.root }), 'changed_since');
    expect((await host.requests.listInbox({}))[0]?.kind).toBe('custody_unproven');
  });

  test('after a signed reanchor is sealed, looked at again, and taken up', async () => {
    const { installed, host, asked, binding, daemon } = await restored();
    const { subject } = await custodyItem(host);

    expect(await host.requests.reanchor({ subject })).toEqual({ ok: true, value: null });

    expect((await host.requests.listInbox({})).filter(({ kind }) => kind !== 'attempt')).toEqual([]);
    expect(await host.requests.openWorker({ binding })).toMatchObject({ ok: true, value: { binding: { reobserved: { value: { resources: expect.arrayContaining([{ role: 'container', state: 'there' }]) } } } } });
    await host.requests.continuePreparation({ binding: asked });
    expect(daemon.requests.map(({ method, path: asks }) => `${method} ${asks}`)).toContainEqual(expect.stringMatching(/^POST .*volumes\/create$/));
    expect((await sealingOf(host)).troubles).toEqual([]);
    host.close();
    expect((await openOn(installed).requests.listInbox({})).map(({ kind }) => kind)).not.toContain('custody_unproven');
  });

  test('keeps a worker whose engine does not answer barred until it was looked at', async () => {
    const { installed, host, binding, daemon } = await restored();
    await daemon.close();
    await untilFrame(host, ({ engines }) => expect(engines.find(({ endpoint }) => endpoint === daemon.endpoint)?.state.mark).toBe('refused'));

    await host.requests.reanchor({ subject: (await custodyItem(host)).subject });

    expect(await host.requests.listInbox({})).toContainEqual(expect.objectContaining({ kind: 'unobserved', worker: { binding, seat: expect.any(String) } }));
    expectRefusal(await host.requests.continuePreparation({ binding }), 'engine_unreachable');
    host.close();
    // Nor does a new start make up for the look.
    expect((await openOn(installed).requests.listInbox({})).map(({ kind }) => kind)).toContain('unobserved');
  });
});

describe('a console whose keys were lost', () => {
  test('reads custody unproven, and seals with its new key after a signed reanchor', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    const earlier = openOn(installed);
    // Keys that are still being opened would be made anew where they are gone.
    await earlier.requests.keys({});
    const before = await sealingOf(earlier);
    earlier.close();
    rmSync(path.join(consoleFolder(installed), 'keys'), { recursive: true });
    const host = openOn(installed);
    await host.requests.keys({});

    const item = await custodyItem(host);
    expect(item.says).toContain('is not signed with this ledger’s key');
    expectRefusal(await host.requests.startPrivateEngine({}), 'custody_unproven');
    expect(await host.requests.reanchor({ subject: item.subject })).toEqual({ ok: true, value: null });

    const after = await sealingOf(host);
    expect(after.troubles).toEqual([]);
    expect(after.last?.signer).not.toBe(before.last?.signer);
    host.close();
    const again = openOn(installed);
    await again.requests.keys({});
    expect((await again.requests.listInbox({})).map(({ kind }) => kind)).not.toContain('custody_unproven');
  });
});

describe('a data folder that was copied', () => {
  test('to another place never takes the ownership along', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    const copiedAway = { ...installed, dataFolder: `${installed.dataFolder}-elsewhere` };
    cpSync(consoleFolder(installed), consoleFolder(copiedAway), { recursive: true });

    expect((await custodyItem(openOn(copiedAway))).says).toContain('The mark in the state folder is gone');
  });

  test('to another machine, at the same path, does not either', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    rmSync(installed.stateFolder, { recursive: true });

    expect((await custodyItem(openOn(installed))).says).toContain('The mark in the state folder is gone');
  });
});
