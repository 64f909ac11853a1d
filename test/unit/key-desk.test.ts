import { chmodSync, cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { KeyDesk } from '../../electron/host/key-desk.ts';
import { FileSecretStore } from '../../electron/host/secrets/file-secret-store.ts';
import { PassphraseSecretStore } from '../../electron/host/secrets/passphrase-secret-store.ts';
import { secretNames } from '../../electron/host/secrets/secret-store.ts';
import { bareFile, sealedFile } from '../../electron/host/secrets/which-keys.ts';
import { aJournal, type OpenedJournal } from '../support/ledgers.ts';

/** Cheap to guess, and so quick to test with. */
const cheap = { N: 2 ** 14, r: 1, p: 1 };
const passphrase = 'correct horse';
const isFile = expect.stringMatching(/^Only the file’s permissions/) as string;

/** A console’s keys, opened anew at each start on what the one before left. */
function aConsole() {
  let ledger: OpenedJournal = aJournal();
  const keys = path.join(ledger.folder, 'keys');
  const start = (): KeyDesk => {
    ledger = ledger.reopen();
    return new KeyDesk(ledger.folder, ledger.journal, () => undefined, cheap);
  };
  const bareOnes = (): readonly string[] => secretNames.map((name) => bareFile(keys, name)).filter((file) => existsSync(file));
  const enrolled = (): readonly string[] => [...ledger.journal.world.approvers.keys()];
  return { keys, start, bareOnes, enrolled, size: () => ledger.ledger.size };
}

/** Each write, reading back and forgetting of a sealing, in order, before and after it was done. */
function cutAt(moment: number, cut: () => Error): { readonly met: () => number } {
  let met = 0;
  const reach = (): void => {
    met += 1;
    if (met === moment) throw cut();
  };
  const asyncStep = <Asked extends unknown[], Value>(act: (...asked: Asked) => Promise<Value>) =>
    async function step(this: unknown, ...asked: Asked): Promise<Value> {
      reach();
      const value = await act.apply(this, asked);
      reach();
      return value;
    };
  const { write, read } = PassphraseSecretStore.prototype;
  const { forget } = FileSecretStore.prototype;
  vi.spyOn(PassphraseSecretStore.prototype, 'write').mockImplementation(asyncStep(write));
  vi.spyOn(PassphraseSecretStore.prototype, 'read').mockImplementation(asyncStep(read));
  vi.spyOn(FileSecretStore.prototype, 'forget').mockImplementation(function step(this: FileSecretStore, name) {
    reach();
    forget.call(this, name);
    reach();
  });
  return { met: () => met };
}

class Killed extends Error {
  override name = 'Killed';
}

const noSpace = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });

/** Three secrets are written, read back and forgotten. */
const moments = Array.from({ length: 18 }, (_, index) => index + 1);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('sealing the keys', () => {
  test('leaves none of them bare, and the passphrase opens the same ones', async () => {
    const at = aConsole();
    const before = await at.start().ledgerFingerprint();

    const { met } = cutAt(0, noSpace);
    expect(await at.start().seal(passphrase)).toMatchObject({ ok: true, value: { state: 'unlocked', protection: expect.stringMatching(/^A passphrase.*back\.$/) as string } });

    expect(met()).toBe(moments.length);
    expect(at.bareOnes()).toEqual([]);
    const desk = at.start();
    expect(await desk.view()).toMatchObject({ state: 'locked', protection: 'A passphrase, which was not given yet. Nothing is signed until it is.' });
    expect(await desk.unlock('another horse')).toMatchObject({ ok: false });
    expect(await desk.unlock(passphrase)).toMatchObject({ ok: true });
    expect(await desk.ledgerFingerprint()).toBe(before);
    expect(at.enrolled()).toHaveLength(2);
  });

  test.each(moments)('that is killed at moment %i loses and makes no key, and nothing is said to be sealed that is not', async (moment) => {
    const at = aConsole();
    const first = at.start();
    const [before, enrolled, size] = [await first.ledgerFingerprint(), at.enrolled(), at.size()];
    cutAt(moment, () => new Killed());
    await expect(first.seal(passphrase)).rejects.toThrow(Killed);
    vi.restoreAllMocks();

    const desk = at.start();
    const view = await desk.view();
    if (view.state === 'unlocked') expect(view.protection).toEqual(isFile);
    else for (const file of at.bareOnes()) expect(view.protection).toContain(file);
    expect(await (view.state === 'unlocked' ? desk.seal('a later horse') : desk.unlock(passphrase))).toMatchObject({ ok: true, value: { protection: expect.stringMatching(/^A passphrase.*back\.$/) as string } });

    expect(at.bareOnes()).toEqual([]);
    expect(await desk.ledgerFingerprint()).toBe(before);
    const again = at.start();
    expect(await again.unlock(view.state === 'unlocked' ? 'a later horse' : passphrase)).toMatchObject({ ok: true });
    expect(await again.ledgerFingerprint()).toBe(before);
    expect({ enrolled: at.enrolled(), size: at.size() }).toEqual({ enrolled, size: size + 2 });
  });

  test.each(moments)('that fails at moment %i says what protects the keys now', async (moment) => {
    const at = aConsole();
    const desk = at.start();
    await desk.view();
    cutAt(moment, noSpace);

    const answer = await desk.seal(passphrase);

    vi.restoreAllMocks();
    const { protection } = await desk.view();
    if (!answer.ok) expect({ answer, protection, bare: at.bareOnes() }).toMatchObject({ answer: { refusal: { code: 'blocked', says: expect.stringContaining('ENOSPC') as string } }, protection: isFile, bare: { length: 3 } });
    else for (const file of at.bareOnes()) expect(protection).toContain(file);
    expect(await desk.seal('a later horse')).toMatchObject(answer.ok ? { ok: false, refusal: { code: 'already_so' } } : { ok: true });
  });

  test('a second time is refused: the first passphrase still opens them', async () => {
    const at = aConsole();
    const desk = at.start();
    await desk.view();

    const [first, second] = await Promise.all([desk.seal(passphrase), desk.seal('a later horse')]);
    const third = await desk.seal('a later horse');

    expect([first, second, third]).toMatchObject([{ ok: true }, { ok: false, refusal: { code: 'blocked' } }, { ok: false, refusal: { code: 'already_so' } }]);
    expect(await at.start().unlock(passphrase)).toMatchObject({ ok: true });
  });

  test('ends where the console is closed before the first bare file is gone', async () => {
    const at = aConsole();
    const desk = at.start();
    await desk.view();
    const sealing = desk.seal(passphrase);

    desk.close();

    expect(await sealing).toMatchObject({ ok: false, refusal: { says: expect.stringContaining('They are as they were') as string } });
    expect(await at.start().view()).toMatchObject({ state: 'unlocked', protection: isFile });
  });
});

describe('a bare file beside sealed keys', () => {
  async function sealed() {
    const at = aConsole();
    const desk = at.start();
    await desk.view();
    const copy = `${at.keys}-copy`;
    cpSync(at.keys, copy, { recursive: true });
    await desk.seal(passphrase);
    return { ...at, copy };
  }

  test('that holds another key stays, and the window names it', async () => {
    const at = await sealed();
    const file = bareFile(at.keys, 'owner-key');
    writeFileSync(file, 'another key', { mode: 0o600 });
    const desk = at.start();

    expect(await desk.unlock(passphrase)).toMatchObject({ ok: true, value: { state: 'unlocked', protection: expect.stringContaining(file) as string } });

    expect(existsSync(file)).toBe(true);
  });

  test('that others can read is not used, and does not keep the sealed ones from being opened', async () => {
    const at = await sealed();
    const file = bareFile(at.keys, 'owner-key');
    cpSync(bareFile(at.copy, 'owner-key'), file);
    chmodSync(file, 0o644);

    expect(await at.start().unlock(passphrase)).toMatchObject({ ok: true, value: { protection: expect.stringContaining(file) as string } });
  });
});

describe('a key that is gone while others are there', () => {
  test.each(secretNames)('is not made anew: %s', async (name) => {
    const at = aConsole();
    await at.start().view();
    const [file, enrolled] = [bareFile(at.keys, name), at.enrolled()];
    renameSync(file, `${file}-elsewhere`);
    const desk = at.start();

    const says = expect.stringContaining(`missing is ${file}. No other key is made in its place. Put it back`) as string;
    expect(await desk.view()).toMatchObject({ state: 'unusable', protection: says });
    expect(await desk.ring()).toMatchObject({ ok: false, refusal: { code: 'blocked', says } });

    renameSync(`${file}-elsewhere`, file);
    expect(await at.start().view()).toMatchObject({ state: 'unlocked' });
    expect(at.enrolled()).toEqual(enrolled);
  });

  test.each(secretNames)('is not asked a passphrase for where the rest is sealed: %s', async (name) => {
    const at = aConsole();
    const first = at.start();
    await first.view();
    await first.seal(passphrase);
    rmSync(sealedFile(at.keys, name));
    const desk = at.start();

    expect(await desk.view()).toMatchObject({ state: 'unusable', protection: expect.stringContaining(sealedFile(at.keys, name)) as string });
    expect(await desk.unlock(passphrase)).toMatchObject({ ok: false });
  });

  test.each([1, 2])('is made where the first start was cut after %i of them', async (made) => {
    const at = aConsole();
    const { write } = FileSecretStore.prototype;
    let writes = 0;
    vi.spyOn(FileSecretStore.prototype, 'write').mockImplementation(async function step(this: FileSecretStore, ...asked) {
      if (writes === made) throw new Killed();
      writes += 1;
      await write.apply(this, asked);
    });
    await expect(at.start().start()).rejects.toThrow(Killed);
    vi.restoreAllMocks();

    expect(await at.start().view()).toMatchObject({ state: 'unlocked', approvers: { length: 2 } });
  });
});
