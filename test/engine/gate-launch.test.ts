import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../../electron/host/execution/launch.ts';
import { runTeardownStep } from '../../electron/host/custody/run-teardown-step.ts';
import { EngineWorker, valueOf } from '../support/engine-worker.ts';
import { guestSays } from '../support/guest-says.ts';
import { removeFolder, temporaryFolder } from '../support/test-host.ts';
import { until } from '../support/sample-worker.ts';

const folder = temporaryFolder();
let worker: EngineWorker;

beforeAll(async () => {
  worker = await EngineWorker.prepared(folder, `gate@t${process.pid}`);
});

afterAll(async () => {
  await worker.close();
  removeFolder(folder);
});

const run = async (argv: readonly string[], environmentNames: readonly string[] = []) =>
  valueOf(await launch(worker, worker.id, { argv: [...argv], workingDirectory: '/workspace/task', environmentNames: [...environmentNames] }));

const ended = () =>
  until('the container ends', async () => {
    const reading = await worker.reader.inspectContainer(worker.container);
    return reading?.state === 'exited' && reading;
  });

test('on a real engine the gate becomes the harness with exactly its argv, its folder and its environment', async () => {
  const odd = ["it's", '$HOME', '`id`', 'two\nlines', '日本', '--', ''].filter((text) => text !== '');
  const execution = await run(['sh', '-c', 'pwd; printf "<%s>" "$@"; echo; echo "$HOME $BAILIWICK_SEAT $BAILIWICK_EXECUTION"; cat /proc/self/status | grep PPid; exit 5', 'name', ...odd]);

  const { exitCode } = await ended();
  const log = await guestSays(worker, 'PPid');

  expect(exitCode).toBe(5);
  expect(log).toContain(`/workspace/task\n${odd.map((text) => `<${text}>`).join('')}\n`);
  expect(log).toContain(`/state/home ${worker.binding.spec.seat} ${execution}\n`);
});

test('the guest can neither write the gate nor the launch file, and the engine’s own record holds no argv of the harness', async () => {
  const inside = 'for file in gate launch; do echo x >> /state/.bailiwick/$file; done; mv /state/.bailiwick /state/moved; rm -f /state/.bailiwick/launch; ls -ln /state/.bailiwick; id -u; echo tried';
  await run(['sh', '-c', inside]);
  await ended();

  const log = await guestSays(worker, 'tried');

  expect(log).toMatch(/-r-xr-xr-x +1 0 +0 +\d+ .* gate/);
  expect(log).toMatch(/-r--r--r-- +1 0 +0 +\d+ .* launch/);
  expect(log).toContain('1000\ntried');
});

test('a name that was asked for and is not there ends the launch with the reason in the log', async () => {
  await run(['true'], ['OPENAI_API_KEY']);

  expect((await ended()).exitCode).toBe(78);
  await guestSays(worker, 'the environment name OPENAI_API_KEY was asked for and is not set');
});

test('a command that is not in the image ends with the shell’s own code', async () => {
  await run(['not-in-the-image']);

  expect((await ended()).exitCode).toBe(127);
});

test('the harness is told to end, not the gate: it may end gracefully', async () => {
  await run(['sh', '-c', 'trap "echo graceful; exit 0" TERM; echo waiting; while :; do sleep 1 & wait $!; done']);
  await guestSays(worker, 'waiting');

  valueOf(await runTeardownStep(worker, worker.id, 'stop_container'));

  expect((await ended()).exitCode).toBe(0);
  await guestSays(worker, 'graceful');
});
