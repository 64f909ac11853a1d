import type { KeyFingerprint } from '../../../shared/approval.ts';
import { stateOf } from '../../../shared/attempt.ts';
import type { FrameState } from '../../../shared/bridge-values.ts';
import { labelOf } from '../../../shared/operations.ts';
import { refusal } from '../../../shared/refusal.ts';
import { refused } from '../../../shared/result.ts';
import type { SealingState } from '../../../shared/sealing.ts';
import { digestOf } from './ids.ts';
import type { Scene } from './scene.ts';

export const notFound = refused(refusal('not_found', 'No worker with this id is in the ledger.', 'Go back to the list of workers.'));

function sealedUpTo(size: number, scene: Scene): SealingState {
  const sealed = Math.max(0, size);
  const last = sealed > 0 ? { size: sealed, root: digestOf('root'), at: scene.clock.now(), signer: `ed25519:${'5'.repeat(64)}` as KeyFingerprint } : null;
  return { sealed, unsealed: scene.ledger.size - sealed, last, troubles: scene.ledger.writable ? [] : [{ kind: 'not_writable' }] };
}

export function frameOf(scene: Scene): FrameState {
  const open = [...scene.workers.values()].flatMap(({ story }) => story.binding.open.map((attempt) => ({ attempt, binding: story.binding })));
  const unconfirmed = open.filter(({ attempt }) => stateOf(attempt, scene.calling) === 'unconfirmed');
  return {
    inbox: unconfirmed.length,
    engines: scene.engines.filter(({ daemon }) => !daemon || daemon.state === 'running').map(({ endpoint, label, state, facts }) => ({ endpoint, label, state, version: facts?.version ?? '' })),
    ledger: { size: scene.ledger.size, sealing: sealedUpTo(scene.ledger.size - 2, scene), isRead: true, trouble: scene.ledger.writable ? null : { kind: 'held', folder: '/home/operator/.local/share/bailiwick', holder: 'process 4711', says: scene.ledger.says } },
    unconfirmed: unconfirmed.map(({ attempt, binding }) => ({ attempt: attempt.id, label: `${labelOf(attempt.operation)}, ${binding.spec.seat}`, binding: binding.id, at: attempt.intent.at })),
    tasks: [],
  };
}
