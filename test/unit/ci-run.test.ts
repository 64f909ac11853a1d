import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

test('where the tests run by themselves a skipped one counts as failed, whatever the runner sets', () => {
  const folder = aTemporaryFolder();
  const npm = path.join(folder, 'npm');
  writeFileSync(npm, '#!/bin/sh\necho "$*, CI=$CI"\necho "3 passed, 0 failed"\n');
  chmodSync(npm, 0o755);
  const { CI: _unset, ...env } = process.env;

  const { stdout } = spawnSync('.ci/run', { env: { ...env, PATH: `${folder}:${env['PATH'] ?? ''}` }, encoding: 'utf8' });

  expect(stdout).toBe('test, CI=1\n3 passed, 0 failed\n');
});
