import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { sourceText } from '../../shared/external.ts';
import { factValues } from '../../shared/facts.ts';
import { anInstallation, consoleFolder, openOn, untilFrame, withWorkers } from '../support/evidence-host.ts';
import { aDigest, theEndpoint } from '../support/builders.ts';

vi.setConfig({ testTimeout: 60_000 });

const typed = 'Grace Hopper of the data team';

/** A console that took over a volume on the operator’s word, which names its owner. */
async function takenOver() {
  const installed = anInstallation();
  const { daemon } = await withWorkers(installed, 1);
  daemon.answer('GET /volumes/data', { body: { Name: 'data', Driver: 'local', CreatedAt: '2026-01-02T03:04:05Z', Labels: {} } });
  const host = openOn(installed);
  const of = { endpoint: daemon.endpoint, resource: 'volume', id: 'data' } as const;
  const view = async () => {
    const opened = await host.requests.openExternal(of);
    if (!opened.ok) throw new TypeError(opened.refusal.says);
    return opened.value;
  };
  const shown = async () => (await view()).subject ?? aDigest();
  await untilFrame(host, ({ engines }) => expect(engines.find(({ endpoint }) => endpoint === daemon.endpoint)?.state.mark).toBe('seen'));
  expect(await host.requests.attach({ ...of, shown: await shown() })).toEqual({ ok: true, value: null });
  expect(await host.requests.takeOverAttached({ ...of, shown: await shown(), owner: typed })).toEqual({ ok: true, value: null });
  return { host, view, file: ledgerFile(consoleFolder(installed)) };
}

const sayingOf = ({ known, named }: Awaited<ReturnType<Awaited<ReturnType<typeof takenOver>>['view']>>): string =>
  known?.custody.kind === 'transferred' ? sourceText(known.custody.from, named) : '';

test('whom the operator named as the owner is in no receipt: it is kept beside them, shown, and said to be gone once it was deleted', async () => {
  const { host, view, file } = await takenOver();

  const { lines } = await host.requests.listReceipts({ filter: {}, limit: 100 });
  expect(lines.filter((line) => JSON.stringify(line).includes(typed))).toEqual([]);
  expect(lines.map(({ says }) => says)).toContain('To be taken over from whom the operator named, by the operator’s own signed statement');
  expect(sayingOf(await view())).toBe(`${typed}, by the operator’s own signed statement`);

  const raw = new Database(file);
  expect(raw.prepare('SELECT count(*) FROM documents WHERE instr(text, ?) > 0').pluck().get(typed)).toBe(1);
  raw.prepare('DELETE FROM documents WHERE instr(text, ?) > 0').run(typed);
  raw.close();

  expect(sayingOf(await view())).toBe('an owner whose name is not kept any more, by the operator’s own signed statement');
  expect(await host.requests.verifyLedger({})).toMatchObject({ ok: true, value: { verdict: expect.not.stringMatching('broken') } });
});

test('an older receipt, which has the owner in clear, reads as before', () => {
  const older = { act: 'transfer', subject: aDigest(), endpoint: theEndpoint, identity: { id: 'data', created: '2026' }, from: { by: 'statement', owner: 'the data team' } };

  const value = factValues.proposed.parse(older);

  expect(value.act === 'transfer' && sourceText(value.from)).toBe('the data team, by the operator’s own signed statement');
});
