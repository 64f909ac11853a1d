import { describe, expect, test } from 'vitest';
import type { AttemptId, ExecutionId } from '../../shared/ids.ts';
import { movedBy } from '../../renderer/components/grid-keys.ts';
import type { ArtifactState, Binding, Execution, Resource } from '../../shared/binding.ts';
import type { FileChange, GuestFile } from '../../shared/guest-files.ts';
import { changeEvident, containerText, isChanged, workspaceText } from '../../renderer/words/guest-file-text.ts';
import type { FactValue } from '../../shared/facts.ts';
import { bornBinding } from '../../shared/fold-binding.ts';
import { aBindingId, aDigest, anAttemptId, anExecutionId, anInstant, aWorkerSpec, theInstallation } from '../support/builders.ts';
import { artifactEvident, checkedEvident, declaredText, exportOfText, leftBefore, owedText } from '../../renderer/words/artifact-text.ts';
import { argvText, executionEvident } from '../../renderer/words/execution-text.ts';
import { instantText, isInstant, recentText, timeText } from '../../renderer/words/instant-text.ts';
import { placed, withInserted, withoutAt, withPasted, withValue } from '../../renderer/words/lines.ts';
import { namePreview } from '../../renderer/words/name-preview.ts';
import { deliveredEvident, deliveryEvident, modeText } from '../../renderer/words/projection-text.ts';
import { middleOut, shortId } from '../../renderer/words/short-id.ts';
import { taskText } from '../../renderer/words/task-text.ts';
import { aScene } from '../support/fake-bridge/scenes.ts';
import { digestOf } from '../support/fake-bridge/ids.ts';

const noCalls: ReadonlySet<AttemptId> = new Set();

const withRuns = (...executions: readonly Execution[]): Binding => ({ ...bornBinding(aBindingId(), theInstallation, aWorkerSpec(), { seq: 1, at: anInstant() }), executions });

describe('an id in short', () => {
  test.each([
    ['a container id', 'f0'.repeat(32), 'f0f0f0f0f0f0'],
    ['a digest', `sha256:${'ab'.repeat(32)}`, 'sha256:abab…abab'],
    ['a short word', 'lab-engine', 'lab-engine'],
    ['a resource name', `bw-reviewer-at-atlas-work-1-${'1c'.repeat(16)}`, 'bw-review…-work-1-1c1c…1c1c'],
  ])('of %s keeps what tells it apart', (_what, value, short) => {
    expect(shortId(value)).toBe(short);
  });

  test('is never longer than asked for', () => {
    for (let most = 2; most < 40; most += 1) expect(middleOut('/home/operator/Exports/a/long/path/result.md', most).length).toBe(Math.min(most, 44));
  });
});

describe('a time', () => {
  const at = '2026-03-04T13:03:05.211Z';

  test('always has its zone, and its date unless it was today', () => {
    expect(timeText(at, 'Europe/Berlin')).toMatch(/^14:03:05 /);
    expect(instantText(at, 'UTC')).toBe('2026-03-04 13:03:05 UTC');
    expect(recentText(at, '2026-03-04', 'UTC')).toBe('13:03:05 UTC');
    expect(recentText(at, '2026-03-05', 'UTC')).toBe('2026-03-04 13:03:05 UTC');
  });

  test('an engine does not know is not shown as one', () => {
    expect(isInstant('0001-01-01T00:00:00Z')).toBe(false);
    expect(isInstant('')).toBe(false);
    expect(isInstant('2026-03-04T14:01:58.123456789Z')).toBe(true);
  });
});

describe('lines of arguments', () => {
  test('are changed one at a time, by their place', () => {
    expect(withValue(['a', 'b'], 1, 'c')).toEqual(['a', 'c']);
    expect(withInserted(['a', 'b'], 1, '')).toEqual(['a', '', 'b']);
    expect(withoutAt(['a', 'b'], 0)).toEqual(['b']);
    expect(placed(['a'])).toEqual([{ line: 'a', place: 0 }]);
  });

  test('that are pasted fill an empty line or follow a full one', () => {
    expect(withPasted(['a', ''], 1, ['b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(withPasted(['a', 'z'], 0, ['b', 'c'])).toEqual(['a', 'b', 'c', 'z']);
  });

  test('are shown as they could be typed', () => {
    expect(argvText(['/bin/sh', '-c', "it's here"])).toBe(String.raw`/bin/sh -c 'it'\''s here'`);
  });
});

describe('a key in a list', () => {
  test.each([
    ['ArrowDown', 5, 6], ['ArrowUp', 5, 4], ['PageDown', 5, 15], ['PageUp', 5, 0], ['Home', 5, 0], ['End', 5, 99], ['ArrowDown', 99, 99], ['ArrowUp', 0, 0],
  ])('%s moves from %d to %d', (key, from, to) => {
    expect(movedBy(key, from, 100, 10)).toBe(to);
  });

  test('moves nowhere where there is nothing, or when it means nothing', () => {
    expect(movedBy('End', 0, 0, 10)).toBeUndefined();
    expect(movedBy('x', 0, 100, 10)).toBeUndefined();
  });
});

describe('what a worker’s parts say', () => {
  const workers = [...aScene('ordinary', Date.UTC(2026, 2, 4)).workers.values()].map(({ story }) => story.binding);
  const bySeat = (seat: string) => workers.find(({ spec }) => spec.seat === seat);

  test('an execution is seen to run, or to have ended and how', () => {
    const running = bySeat('reviewer@atlas')?.executions.at(-1);
    const ended = bySeat('auditor@harbor')?.executions.at(-1);

    expect(running && executionEvident(running, noCalls, 'itself')).toEqual({ mark: 'seen', says: 'Runs' });
    expect(running && executionEvident(running, noCalls, 'silent')).toEqual({ mark: 'accepted', says: 'Ran when it was last seen' });
    expect(running && executionEvident(running, noCalls, 'gone')).toEqual({ mark: 'accepted', says: 'Ran when it was last seen; how it ended is not known' });
    expect(ended && executionEvident(ended, noCalls, 'itself')).toEqual({ mark: 'needs_person', says: 'Ended with exit code 137, out of memory' });
  });

  test('a file is delivered when it was read back, not when it was sent', () => {
    const staged = bySeat('builder@atlas')?.projections.at(-1);
    const ofManifest = staged && deliveryEvident(staged, noCalls);

    expect(ofManifest).toEqual({ mark: 'none', says: 'not delivered' });
    expect(ofManifest && deliveredEvident(undefined, ofManifest)).toEqual(ofManifest);
    expect(ofManifest && deliveredEvident('differing', ofManifest)).toEqual({ mark: 'refused', says: 'differs' });
    expect(ofManifest && deliveredEvident('matched', ofManifest)).toEqual({ mark: 'seen', says: 'delivered' });
  });

  test('a result that was not there is said to be nothing, never a failure or a success', () => {
    const nothing = bySeat('auditor@harbor')?.artifacts[0];

    expect(nothing && artifactEvident(withRuns(), nothing, noCalls)).toEqual({ mark: 'needs_person', says: 'exported nothing' });
  });

  test('a result that left while its process ran is said to be that, and to be exported again once that ended', () => {
    const artifact: ArtifactState = { path: '/workspace/a', declared: true, publications: [], exported: { value: { outcome: 'published', digest: aDigest(), bytes: 1, destination: '/out/a', execution: anExecutionId(), ran: true }, seq: 5, at: anInstant() } };
    const ranAs = (process: FactValue<'process'>) => withRuns({ id: anExecutionId(), request: { value: { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, seq: 3, at: anInstant() }, process: { value: process, seq: 4, at: anInstant() } });

    expect(artifactEvident(ranAs({ state: 'running', startedAt: 'then' }), artifact, noCalls)).toEqual({ mark: 'seen', says: 'exported while it runs' });
    expect(artifactEvident(ranAs({ state: 'exited', startedAt: 'then', finishedAt: 'later', exitCode: 0, outOfMemory: false }), artifact, noCalls)).toEqual({ mark: 'needs_person', says: 'exported while it ran; export again' });
    expect(artifactEvident(ranAs({ state: 'exited', startedAt: 'then', finishedAt: 'later', exitCode: 0, outOfMemory: false }), { ...artifact, declared: false }, noCalls)).toEqual({ mark: 'seen', says: 'exported while it ran' });
  });

  test('a result that left while its process ran is asked for where it can be exported, to be given up where only a volume is left, and is as it is after that', () => {
    const artifact: ArtifactState = { path: '/workspace/a', declared: true, publications: [], exported: { value: { outcome: 'published', digest: aDigest(), bytes: 1, destination: '/out/a', ran: true }, seq: 4, at: anInstant() } };
    const ended = withRuns({ id: anExecutionId(), request: { value: { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, seq: 3, at: anInstant() }, process: { value: { state: 'exited', startedAt: 'then', finishedAt: 'later', exitCode: 0, outOfMemory: false }, seq: 5, at: anInstant() } });
    const { container, work } = ended.resources;
    const without = (binding: Binding, resource: Resource): Binding => ({ ...binding, resources: { ...binding.resources, [resource.role]: { ...resource, absent: { value: [], seq: 9, at: anInstant() } } } });
    const held: Binding = { ...ended, artifacts: [artifact], resources: { ...ended.resources, work: { ...work, late: { value: { attempt: anAttemptId(), id: null }, seq: 2, at: anInstant() } } } };
    const told = (binding: Binding) => ({ row: artifactEvident(binding, artifact, noCalls), card: owedText(binding) });

    expect(told(held)).toEqual({ row: { mark: 'needs_person', says: 'exported while it ran; export again' }, card: '1 declared result to export' });
    expect(told(without({ ...held, executions: held.executions.map(({ id, request }) => ({ id, request, process: { value: { state: 'running', startedAt: 'then' }, seq: 4, at: anInstant() } })) }, container)).row.says).toBe('exported while it ran');
    expect(told(without(held, container))).toEqual({ row: { mark: 'needs_person', says: 'exported while it ran' }, card: '1 declared result to give up' });
    expect(told(without(without(held, container), held.resources.work))).toEqual({ row: { mark: 'seen', says: 'exported while it ran' }, card: undefined });
  });

  test('a result that left while its process ran keeps that word once another run began, and when it was seen to differ since', () => {
    const run = (number: number, value: FactValue<'process'>, seq: number): Execution => ({ id: anExecutionId(number), request: { value: { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, seq: 10 * number, at: anInstant() }, process: { value, seq, at: anInstant() } });
    const runs: FactValue<'process'> = { state: 'running', startedAt: 'then' };
    const ended: FactValue<'process'> = { state: 'exited', startedAt: 'then', finishedAt: 'later', exitCode: 0, outOfMemory: false };
    const left = (of: { readonly ran?: true; readonly execution?: ExecutionId }): ArtifactState => ({ path: '/workspace/a', declared: true, publications: [], exported: { value: { outcome: 'published', digest: aDigest(), bytes: 1, destination: '/out/a', ...of }, seq: 15, at: anInstant() } });
    const saysOf = (artifact: ArtifactState, ...executions: readonly Execution[]) => artifactEvident(withRuns(...executions), artifact, noCalls).says;
    const second = run(2, ended, 25);

    expect(saysOf(left({ ran: true, execution: anExecutionId(1) }), run(1, runs, 12), second)).toBe('exported while it ran');
    for (const of of [{}, { execution: anExecutionId(1) }]) {
      expect(saysOf(left(of), run(1, ended, 16), second)).toBe('exported while it ran');
      expect(saysOf(left(of), run(1, ended, 14), second)).toBe('exported');
    }
    expect(saysOf({ ...left({ ran: true }), checked: { value: { outcome: 'gone', destination: '/out/a' }, seq: 17, at: anInstant() } }, run(1, ended, 16))).toBe('exported while it ran; export again');
  });

  test('a result is said to be given up only where it is the one that its owner gave up', () => {
    const execution = (number: number): Execution => ({ id: anExecutionId(number), request: { value: { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, seq: 2 * number, at: anInstant() }, process: { value: { state: 'running', startedAt: 'then' }, seq: 2 * number + 1, at: anInstant() } });
    const artifact: ArtifactState = { path: '/workspace/a', declared: true, publications: [], waived: { seq: 9, at: anInstant(), execution: anExecutionId(1) } };

    expect(artifactEvident(withRuns(execution(1)), artifact, noCalls)).toEqual({ mark: 'none', says: 'given up by its owner' });
    expect(artifactEvident(withRuns(execution(1), execution(2)), artifact, noCalls)).toEqual({ mark: 'none', says: 'not exported' });
  });

  test('a result is told with the run it is of, and with who asked for it', () => {
    const exported = (execution?: ExecutionId): ArtifactState => ({ path: '/workspace/a', declared: true, publications: [], exported: { value: { outcome: 'nothing', says: 'nothing', ...(execution && { execution }) }, seq: 1, at: anInstant() } });
    const runs = [{ id: anExecutionId(1) }, { id: anExecutionId(2) }];
    const published = bySeat('writer@atlas');

    expect(exportOfText(exported(anExecutionId(1)), runs)).toBe('of run 1 of 2');
    expect(exportOfText(exported(), runs)).toBe('');
    expect(published?.artifacts.map((artifact) => exportOfText(artifact, published.executions))).toContain('of run 1, by operator');
  });

  test('a result that left is told beside what came of a later export, and once where nothing came after it', () => {
    const lastLeft = { value: { outcome: 'published' as const, digest: aDigest(), bytes: 1, destination: '/out/a', execution: anExecutionId(1) }, seq: 1, at: anInstant() };
    const artifact: ArtifactState = { path: '/workspace/a', declared: true, publications: [], lastLeft, exported: { value: { outcome: 'refused', says: 'too large', execution: anExecutionId(2) }, seq: 2, at: anInstant() } };
    const runs = [{ id: anExecutionId(1) }, { id: anExecutionId(2) }];

    expect([exportOfText(artifact, runs), exportOfText(artifact, runs, leftBefore(artifact))]).toEqual(['of run 2 of 2', 'of run 1 of 2']);
    expect(leftBefore({ ...artifact, exported: lastLeft })).toBeUndefined();
  });

  test('a result is seen a second time where it went, or is not', () => {
    const destination = '/out/report.md';

    expect(checkedEvident({ outcome: 'matches', digest: aDigest(), bytes: 1, destination })).toEqual({ mark: 'seen', says: 'checked again: the same bytes' });
    expect(checkedEvident({ outcome: 'differs', says: 'a link is there', destination })).toEqual({ mark: 'refused', says: 'checked again: a link is there' });
    expect(checkedEvident({ outcome: 'gone', destination })).toEqual({ mark: 'needs_person', says: 'checked again: nothing is there any more' });
  });

  test.each([
    [{}, 'declared, up to 10 MB'],
    [{ form: { type: 'text' } }, 'declared, up to 10 MB, text'],
    [{ form: { type: 'json', schema: aDigest() }, digest: aDigest() }, 'declared, up to 10 MB, JSON that fits its schema, of one hash'],
  ] as const)('of a declared result is told what it has to be', (declared, says) => {
    expect(declaredText({ path: '/workspace/a', maxBytes: 10_000_000, ...declared })).toBe(says);
  });
});

describe('a guest’s file', () => {
  const file = (change: FileChange): GuestFile => ({ path: `/workspace/${change}`, bytes: 1, type: 'file', modifiedSeconds: 0, change });
  const files = (['same', 'changed', 'added', 'removed', 'partial', 'not_compared'] as const).map(file);
  const exported: ArtifactState = { path: '/workspace/added', declared: false, publications: [], exported: { value: { outcome: 'published', digest: aDigest(), bytes: 1, destination: '/out' }, seq: 1, at: anInstant() } };

  test('that nobody could compare is not said to be changed, or to be as it was', () => {
    expect(changeEvident('not_compared')).toEqual({ mark: 'none', says: 'not compared' });
    expect(files.filter(isChanged).map(({ change }) => change)).toEqual(['changed', 'added', 'removed', 'partial']);
  });

  test('counts among those that changed, beside what was exported, and only as far as was listed', () => {
    expect(workspaceText({ files, complete: true, container: null }, { artifacts: [exported, { path: '/workspace/b', declared: true, publications: [] }], executions: [] })).toBe('6 entries: 4 changed, 1 exported');
    expect(workspaceText({ files, complete: false, container: null }, { artifacts: [], executions: [] })).toBe('of the first 6 entries, 4 changed, 0 exported');
  });

  test('counts as exported neither what an earlier execution gave nor what a look did not find any more', () => {
    const destination = '/out';
    const launched = (seq: number) => ({ id: anExecutionId(), request: { value: { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, seq, at: anInstant() }, process: { value: { state: 'running' as const, startedAt: 'then' }, seq, at: anInstant() } });
    const looked = (checked: FactValue<'checked'>) => ({ ...exported, checked: { value: checked, seq: 9, at: anInstant() } });
    const exportedOf = (artifact: ArtifactState, launches: readonly number[] = []) => workspaceText({ files: [], complete: true, container: null }, { artifacts: [artifact], executions: launches.map(launched) }).split(', ')[1];

    expect(exportedOf({ ...exported, exported: { value: { outcome: 'published', digest: aDigest(), bytes: 1, destination, execution: anExecutionId(2) }, seq: 3, at: anInstant() } }, [2])).toBe('0 exported');
    expect(exportedOf(exported, [0])).toBe('1 exported');
    expect(exportedOf(exported, [2])).toBe('0 exported');
    expect(exportedOf(looked({ outcome: 'matches', digest: aDigest(), bytes: 1, destination }))).toBe('1 exported');
    expect(exportedOf(looked({ outcome: 'gone', destination }))).toBe('0 exported');
    expect(exportedOf(looked({ outcome: 'differs', says: 'no regular file is there', destination }))).toBe('0 exported');
  });

  test('outside the volumes is told as far as the engine tells', () => {
    expect(containerText(null)).toContain('does not tell');
    expect(containerText({ changes: [], total: 0 })).toBe('Nothing changed in the container outside its volumes.');
    expect(containerText({ changes: [{ path: '/run', kind: 'changed' }], total: 1 })).toBe('1 path of the container changed outside its volumes: /run (changed).');
  });
});

test('a name is previewed but for its random part', () => {
  expect(namePreview('reviewer@atlas', 'work')).toBe('bw-reviewer-at-atlas-work-1-…');
});

test('a file’s mode is four octal digits', () => {
  expect(modeText(0o644)).toBe('0644');
});

test('a task says how far it is, also where nobody knows how far there is to go', () => {
  const task = { id: '1', label: 'Deliver', done: 1_500, total: 10_000, unit: 'files', cancellable: true, state: 'running', detail: 'reading back' } as const;

  expect(taskText(task)).toBe('1,500 of 10,000 files, reading back');
  expect(taskText({ ...task, total: 0, unit: 'bytes', detail: '' })).toBe('1.5 kB');
});

test('ids of the fake look random and are the same every time', () => {
  expect(digestOf('a')).toBe(digestOf('a'));
  expect(digestOf('a')).toMatch(/^sha256:[0-9a-f]{64}$/);
});
