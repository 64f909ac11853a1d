import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../electron/cli/arguments.ts';
import { exitCodes } from '../../electron/cli/exit-codes.ts';
import { run } from '../../electron/cli/run.ts';
import { sourceThreads } from '../support/threads.ts';

const key = `ed25519:${'a'.repeat(64)}`;

describe('the arguments', () => {
  test('name one file, keys and checkpoints', () => {
    expect(parseArguments(['verify', 'x.zip'])).toEqual({ kind: 'verify', file: 'x.zip', keys: [], checkpoints: [], json: false });
    expect(parseArguments(['verify', '--key', key, 'x.zip', `--key=${key}`, '--checkpoint', 'a', '--json'])).toEqual({ kind: 'verify', file: 'x.zip', keys: [key, key], checkpoints: ['a'], json: true });
    expect(parseArguments(['verify', '--', '--strange'])).toMatchObject({ kind: 'verify', file: '--strange' });
  });

  test.each([
    [[], 'Say what to do.'],
    [['sign'], 'There is no command “sign”.'],
    [['verify'], 'Name one file'],
    [['verify', 'a', 'b'], 'Name one file'],
    [['verify', 'a', '--key', 'ed25519:abc'], 'is not a fingerprint'],
    [['verify', 'a', '--key'], '--key'],
    [['verify', 'a', '--force'], '--force'],
  ])('%j are refused, saying why', (given, says) => {
    expect(parseArguments(given)).toMatchObject({ kind: 'misuse', says: expect.stringContaining(says) });
  });

  test.each([[['--help']], [['-h']], [['help']], [['verify', '--help']]])('%j ask for help', (given) => {
    expect(parseArguments(given)).toEqual({ kind: 'help' });
  });
});

describe('the command', () => {
  async function said(...given: string[]) {
    const streams = { out: '', error: '' };
    const code = await run(given, { out: (text) => (streams.out += text), error: (text) => (streams.error += text) }, sourceThreads);
    return { code, ...streams };
  }

  test('says what its exit codes mean', async () => {
    const { code, out } = await said('--help');

    expect(code).toBe(0);
    for (const each of Object.values(exitCodes)) expect(out).toMatch(new RegExp(`^(exit|    ) ${each}  `, 'm'));
  });

  test('says its version', async () => {
    expect(await said('--version')).toMatchObject({ code: 0, out: '0.1.0\n' });
  });

  test('used wrongly says so where errors go, and verifies nothing', async () => {
    expect(await said('verify')).toMatchObject({ code: exitCodes.notVerified, out: '', error: expect.stringContaining('Name one file') });
  });

  test.each([
    ['that is not there', '/nowhere/x.zip', 'ENOENT'],
    ['that is neither a bundle nor a database', import.meta.filename, 'is neither a bundle nor a ledger’s database'],
    ['that is a folder without a ledger', import.meta.dirname, 'ENOENT'],
  ])('for a file %s says so', async (_name, file, says) => {
    expect(await said('verify', file)).toMatchObject({ code: exitCodes.notVerified, out: '', error: expect.stringContaining(says) });
    expect(JSON.parse((await said('verify', file, '--json')).out)).toMatchObject({ v: 1, verdict: 'not_verified', exit: exitCodes.notVerified, says: expect.stringContaining(says) });
  });
});
