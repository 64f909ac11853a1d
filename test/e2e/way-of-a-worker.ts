import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { bundleNames } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { ZipReader } from '../../electron/host/ledger/bundle/zip-reader.ts';
import { reportPath, type Operator } from './operator.ts';

/** Asked of the engine and the file system on a worker’s way, newest first. */
export const effects = [
  'Remove staged copies', 'Remove volume', 'Remove volume', 'Remove container', 'Publish file', 'Start container', 'Deliver files',
  'Deliver files', 'Deliver files', 'Deliver files', 'Create container', 'Create volume', 'Create volume',
];
export const withStop = effects.toSpliced(5, 0, 'Stop container');
/** Of one that was exported while it ran, and once more when it was stopped. */
export const withEarlyExport = effects.toSpliced(4, 0, 'Publish file', 'Stop container');

const limits = [
  ['CPU', '0.5 CPU'], ['Memory', '64 MiB'], ['Processes', '64 processes'], ['Capabilities', 'none'], ['No new privileges', 'on'],
  ['Seccomp filter', 'on'], ['Read-only root', 'on'], ['Network', 'none'],
] as const;

export async function expectDeliveredOnlyWhenAsked({ pages: { worker } }: Operator): Promise<void> {
  const { projection } = worker;
  await expect(projection.file('task.md')).toContainText('/workspace/task/task.md');
  await expect(projection.file('task.md')).toContainText('not delivered');

  await projection.deliver();

  await expect(projection.delivery).toContainText('2 of 2 files read back the same');
  await expect(projection.file('notes/context.md')).toContainText('delivered');
  await expect(projection.file('notes/context.md')).not.toContainText('not delivered');
  await expect(worker.state('Delivered, not launched')).toBeVisible();
}

export async function expectFollowedLog({ pages: { worker } }: Operator): Promise<void> {
  const { summary } = worker;
  await expect(worker.state('Working')).toBeVisible();
  await expect(summary.logLines).toContainText('2 files under /workspace/task');
  await expect(summary.logLines).toContainText('step 4 of 4');

  await summary.searchLog('STEP 3');

  await expect(summary.logLines).toContainText('step 3 of 4');
  await expect(summary.logLines).not.toContainText('step 2 of 4');
  await expect(summary.log).toContainText(/1 of \d+ lines match/);
}

export async function expectAgreement({ pages: { worker } }: Operator): Promise<void> {
  const { summary } = worker;
  for (const [label, value] of limits) await expect(summary.limit(label)).toContainText([value, value, value]);
  await expect(summary.limit('User and group')).toContainText([/\d+:\d+/, /\d+:\d+/, /\d+:\d+/]);
  await expect(summary.limits.getByRole('img', { name: 'not as requested' })).toHaveCount(0);

  await summary.lookNow();

  for (const rung of ['Provider reachable', 'Filesystem projected', 'Process started']) {
    await expect(summary.rung(rung).getByRole('img', { name: 'seen by us' })).toBeVisible();
  }
  await expect(summary.rung('Team identity authenticated').getByRole('img', { name: 'not asked, or not supported' })).toBeVisible();
}

export async function expectExported({ pages: { worker } }: Operator, folder: string): Promise<void> {
  const published = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(path.basename(reportPath)));
  expect(published).toHaveLength(1);
  const bytes = readFileSync(path.join(folder, published[0] ?? ''));
  const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  await expect(worker.artifacts.hash(reportPath)).toHaveAccessibleName(`Copy hash ${hash}`);
  expect(bytes.toString()).toContain('Write a report.');
}

/** What the console says of the worker in public leaves as one file that an outsider can verify. */
export async function expectDocument({ pages: { worker } }: Operator, folder: string, expected: Readonly<Record<string, unknown>>): Promise<void> {
  await worker.exportDocument();
  await worker.written.waitFor();

  const file = path.join(folder, readdirSync(folder).find((name) => name.includes('-binding-')) ?? 'no file');
  expect(await verifyBundle(file, { keys: [], kept: [] })).toMatchObject({ verdict: 'consistent', notes: [] });
  const zip = await ZipReader.open(file, () => true);
  const document = JSON.parse(String(await zip.read(bundleNames.binding, 10_000_000)));
  await zip.close();
  expect(document).toMatchObject({ ...expected, completion: { exitCode: 0 }, pending: [], artifacts: [{ path: reportPath, exported: { outcome: 'published' } }] });
  expect(document.resources.map(({ held, verifiedAbsent }: Readonly<Record<string, unknown>>) => [held, typeof verifiedAbsent])).toEqual([[false, 'number'], [false, 'number'], [false, 'number']]);
}

export async function expectTakenBack(operator: Operator, steps: readonly number[]): Promise<void> {
  const { frame, worker } = operator.pages;
  await worker.open('Custody');
  for (const step of steps) await operator.takeBack(step);
  await expect(worker.custody.teardown).toContainText('finished: every absence verified');
  await expect(worker.state('Removed, absence verified')).toBeVisible();
  await expect(frame.tasks).toHaveCount(0);
}
