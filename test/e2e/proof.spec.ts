import { readdirSync } from 'node:fs';
import path from 'node:path';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { keyFingerprintSchema } from '../../shared/approval.ts';
import { expect, test } from './fixtures.ts';
import { answerChoosers } from './system-dialogs.ts';
import { violationsOf } from './violations.ts';

test.describe('a ledger that is shown to somebody outside', () => {
  test('is verified in the window, off its main thread, with what that does not prove', async ({ pages: { frame, ledger } }) => {
    await frame.go('Ledger');

    await ledger.verify();

    await expect(ledger.verdict).toContainText('The ledger is consistent, and not sealed yet. 5 receipts read in');
    await expect(ledger.verdict).toContainText('No signature covers any of it.');
  });

  for (const [what, content] of [['The listed receipts', 'Every receipt, each with the proof of its place.'], ['An archive', 'the archive is a copy']] as const) {
    test(`leaves as a file that verifies with the fingerprint that the frame shows: ${what}`, async ({ app, window: page, pages: { frame, ledger }, exportFolder }) => {
      await answerChoosers(app, exportFolder);
      await frame.go('Ledger');
      await ledger.exportWithProofs();
      await ledger.choosing.getByRole('radio', { name: what }).click();
      await expect(ledger.choosing).toContainText(content);
      expect(await violationsOf(page, 'everything')).toEqual([]);
      await ledger.choosing.getByRole('button', { name: 'Choose a folder' }).click();

      await expect(ledger.written).toContainText('5 receipts with proofs');
      const [name = ''] = readdirSync(exportFolder);
      await expect(frame.ledger).toHaveAttribute('title', /with ed25519:[0-9a-f]{64}/);
      const [fingerprint] = /ed25519:[0-9a-f]{64}/.exec((await frame.ledger.getAttribute('title')) ?? '') ?? [];
      const trust = { keys: [keyFingerprintSchema.parse(fingerprint)], kept: [] };
      expect(await verifyBundle(path.join(exportFolder, name), trust)).toMatchObject({ verdict: 'consistent', receipts: 5, seal: { size: 5, isKnown: true } });
    });
  }
});
