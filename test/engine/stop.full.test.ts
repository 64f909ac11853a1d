import { afterEach, beforeEach, expect, test } from 'vitest';
import { launchSample, prepareSample, processEnd, valueOf } from '../support/sample-worker.ts';
import { openTestHost, removeFolder, testEngine, type TestHost } from '../support/test-host.ts';

let host: TestHost;

beforeEach(() => {
  host = openTestHost();
});

afterEach(() => {
  host.close();
  removeFolder(host.folder);
});

test('a harness that will not end is killed once its grace is over, and that is what is seen', async () => {
  const binding = await prepareSample(host, testEngine(), { seat: `deaf@t${process.pid}` });
  valueOf(await launchSample(host, binding, ['sh', '-c', 'trap "" TERM; while :; do sleep 1; done']));
  const begun = Date.now();

  valueOf(await host.requests.runTeardownStep({ binding, step: 'stop_container' }));

  expect(Date.now() - begun).toBeGreaterThan(9_000);
  // 128 and the number of SIGKILL.
  expect(await processEnd(host, binding)).toMatchObject({ exitCode: 137, outOfMemory: false });
  for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
});
