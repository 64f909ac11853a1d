import { useEffect } from 'react';
import type { Headroom } from '../../../shared/headroom.ts';
import { countText, cpuText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { EvidenceMark } from '../../components/EvidenceMark.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';
import { memoryBytesOf, roundMemory, type WorkerDraft } from '../../stores/worker-draft.ts';
import styles from './HeadroomCard.module.css';

interface Props {
  readonly draft: WorkerDraft;
  readonly state: EngineStore;
  readonly isAnswering: boolean;
}

/** What the engine's machine has left, line by line, beside what is asked for. */
export function HeadroomCard({ draft, state, isAnswering }: Props) {
  const { headroom, readHeadroom, asking, refusals } = state;
  useEffect(() => { if (isAnswering) void readHeadroom(); }, [isAnswering, readHeadroom]);
  const again = <Button size="small" isPending={asking.has('headroom')} onPress={() => { void readHeadroom(); }}>Look again</Button>;
  return (
    <Card title="Headroom" aside={headroom && leftText(headroom)} actions={again}>
      <RefusalNote refusal={refusals.get('headroom')} />
      {headroom ? <Lines headroom={headroom} asked={memoryBytesOf(draft)} /> : <p className={styles.waiting}>Asking what the running containers may use.</p>}
    </Card>
  );
}

const leftText = ({ leftBytes, isAtMost }: Headroom): string => (isAtMost ? `unknown, at most ${roundMemory(leftBytes)}` : `${roundMemory(leftBytes)} left`);

function Lines({ headroom, asked }: { readonly headroom: Headroom; readonly asked: number }) {
  const { totalBytes, lines, leftBytes, isAtMost, ended, cpu } = headroom;
  const isTooMuch = Number.isFinite(asked) && asked > leftBytes;
  return (
    <>
      <dl className={styles.lines}>
        <div><dt>The engine’s machine has</dt><dd>{roundMemory(totalBytes)}</dd></div>
        {lines.map(({ says, bytes, isAtLeast }) => <div key={says}><dt>less {says}</dt><dd>{bytes === null ? 'not known' : `${isAtLeast ? 'at least ' : ''}${roundMemory(bytes)}`}</dd></div>)}
        <div data-sum><dt>Left for this worker</dt><dd>{isAtMost && 'at most '}{roundMemory(leftBytes)}</dd></div>
      </dl>
      {isTooMuch && <p className={styles.warning}><EvidenceMark mark="needs_person" />This worker may use {roundMemory(asked)}, which is more than is left: something on that machine may be ended for want of memory.</p>}
      {ended.count > 0 && <p className={styles.cpu}>Not taken off: {roundMemory(ended.bytes)} that {countText(ended.count, 'worker')} which ended may use if launched again.</p>}
      <p className={styles.cpu}>CPU is shared, not kept: {cpuText(cpu.promisedMilli)} of {cpuText(cpu.totalMilli)} is promised{cpu.unlimited > 0 && `, and ${countText(cpu.unlimited, 'container')} may use all of it`}.</p>
    </>
  );
}
