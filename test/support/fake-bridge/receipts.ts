import { entryOf } from '../../../electron/host/ledger/search/entry.ts';
import { fits, queryOf } from '../../../electron/host/ledger/search/query.ts';
import type { ReceiptLine, ReceiptPage, ReceiptView } from '../../../shared/bridge-values.ts';
import { canonicalText } from '../../../shared/canonical.ts';
import { describeReceipt } from '../../../shared/describe-receipt.ts';
import { foldAttempt } from '../../../shared/fold-attempt.ts';
import { instantOf } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import type { ReceiptProof } from '../../../shared/receipt-proof.ts';
import { isFiltered, type ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { consoleItself, operator, type Body, type Receipt } from '../../../shared/receipt.ts';
import { attemptIdOf, digestOf, installation, receiptIdOf } from './ids.ts';
import type { FakeWorker, Scene } from './scene.ts';

const known = new WeakMap<Scene, readonly FakeWorker[]>();

/** The workers the scene began with: what the made-up receipts are about. */
function workersOf(scene: Scene): readonly FakeWorker[] {
  const workers = known.get(scene) ?? [...scene.workers.values()];
  known.set(scene, workers);
  return workers;
}

/** Receipts made up from their number alone: any page of any length costs nothing to keep. */
export function receiptAt(scene: Scene, seq: number): Receipt {
  const workers = workersOf(scene);
  const story = workers[Math.floor(seq / 6) % Math.max(1, workers.length)]?.story;
  const at = instantOf(Date.parse(scene.clock.now()) - (scene.ledger.size - seq) * 1_370);
  const head = { v: 1 as const, seq, id: receiptIdOf(String(seq)), at, actor: seq % 6 === 3 ? operator : consoleItself };
  if (!story) return { ...head, about: { kind: 'installation' }, body: { kind: 'observation', fact: 'epoch', value: { epoch: seq, installation }, source: 'the console' } };
  return { ...head, about: story.resourceRef('container'), body: bodyAt(seq, story.binding.resources.container.name) };
}

function bodyAt(seq: number, name: string): Body {
  const attempt = attemptIdOf(`line ${Math.floor(seq / 6)}`);
  switch (seq % 6) {
    case 3: return { kind: 'intent', attempt, operation: 'create_container', params: digestOf(`params ${attempt}`), epoch: 7, deadline: instantOf(1_772_632_900_000) };
    case 4: return { kind: 'settlement', attempt, authorEpoch: 7, disposition: seq % 5 === 0 ? 'refused' : 'applied', evidence: [{ kind: 'answer', status: seq % 5 === 0 ? 409 : 201, id: digestOf(String(seq)).slice(7) }] };
    case 5: return { kind: 'observation', fact: 'present', value: { id: digestOf(String(seq)).slice(7), created: '2026-03-04T14:01:58.000Z' }, source: 'inspect' };
    case 0: return { kind: 'observation', fact: 'process', value: { state: 'exited', startedAt: '2026-03-04T14:01:58Z', finishedAt: '2026-03-04T14:02:40Z', exitCode: seq % 4, outOfMemory: false }, source: `inspect of ${name}` };
    case 1: return { kind: 'observation', fact: 'readiness', value: { rung: 'process_started', state: 'seen', says: 'process 1 runs as 10001:10001' }, source: '/proc/1/status' };
    default: return { kind: 'decision', decision: 'attach', subject: digestOf(`decision ${seq}`) };
  }
}

const lineOf = (receipt: Receipt): ReceiptLine => ({ receipt, ...describeReceipt(receipt) });

/** `total` counts what fits, roughly; `next` is where to read on. */
export function pageOf(scene: Scene, filter: ReceiptFilter, before: number | undefined, limit: number): ReceiptPage {
  const query = queryOf(filter);
  const lines: ReceiptLine[] = [];
  let seq = Math.min(scene.ledger.size, (before ?? Number.MAX_SAFE_INTEGER) - 1);
  for (; seq >= 1 && lines.length < limit; seq -= 1) {
    const receipt = receiptAt(scene, seq);
    if (!isFiltered(filter) || fits(query, entryOf(receipt, 'attempt' in receipt.body ? 'create_container' : undefined))) lines.push(lineOf(receipt));
  }
  const total = !isFiltered(filter) ? scene.ledger.size : seq < 1 && before === undefined ? lines.length : Math.ceil(scene.ledger.size / (filter.binding ? Math.max(1, scene.workers.size) : 6));
  const last = lines.at(-1)?.receipt.seq;
  return { lines, total, isMore: false, index: { state: 'whole' }, ...(seq >= 1 && last !== undefined && { next: last }) };
}

export function receiptView(scene: Scene, seq: number): ReceiptView {
  const receipt = receiptAt(scene, seq);
  const attempt = 'attempt' in receipt.body ? foldAttempt(storyOf(scene, seq)) : undefined;
  return {
    ...lineOf(receipt),
    canonical: canonicalText(receipt as unknown as Json),
    leaf: digestOf(`leaf ${seq}`),
    place: { index: seq - 1, size: scene.ledger.size },
    proof: proofAt(scene, seq),
    ...(attempt && { attempt }),
    ...(receipt.body.kind === 'intent' && { params: canonicalText({ imageId: digestOf('image'), network: 'none', resources: { cpuMilli: 1000, memoryBytes: 536_870_912, pids: 128 } }) }),
  };
}

/** The newest two are not signed yet. */
function proofAt({ ledger }: Scene, seq: number): ReceiptProof {
  const size = ledger.size - 2;
  return seq > size ? { state: 'not_covered' } : { state: 'covered', size, root: digestOf('root'), path: [1, 2, 3].map((level) => digestOf(`path ${level}`)), text: `c2sp.org/tlog-proof@v1\nindex ${seq - 1}\n` };
}

const storyOf = (scene: Scene, seq: number): readonly Receipt[] => {
  const first = seq - (seq % 6) + 3;
  return [first, first + 1].filter((each) => each <= scene.ledger.size).map((each) => receiptAt(scene, each));
};
