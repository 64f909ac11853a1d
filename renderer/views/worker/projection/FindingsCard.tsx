import { useState } from 'react';
import { placeText, waysOf, whyOf, type FindingRow, type FindingWayName } from '../../../../shared/finding.ts';
import { countText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import { findingWords } from '../../../words/projection-text.ts';
import { AcceptFinding } from './AcceptFinding.tsx';
import styles from './FindingsCard.module.css';
import { FixFinding } from './FixFinding.tsx';

/** What in the settings may not hold in the guest. Nothing of the manifest is delivered before each of it is decided. */
export function FindingsCard({ state }: { readonly state: ProjectionStore }) {
  const { findings } = state;
  if (findings.length === 0) return null;
  return (
    <Card title="Findings" aside={countText(findings.length, 'finding')}>
      <ul>{findings.map((row) => <Row key={row.id} row={row} state={state} />)}</ul>
    </Card>
  );
}

function Row({ row, state }: { readonly row: FindingRow; readonly state: ProjectionStore }) {
  const { id, finding, accepted } = row;
  return (
    <li className={styles.finding}>
      <Evidence mark={accepted ? 'seen' : 'needs_person'} says={accepted ? `accepted: ${findingWords[finding.kind]}` : findingWords[finding.kind]} wraps />
      <code>{finding.text}</code>
      <small>{finding.file}, {placeText(finding.place)}</small>
      {!accepted && <p>{whyOf(finding.kind)}</p>}
      {!accepted && <Ways row={row} state={state} />}
      <RefusalNote refusal={state.refusals.get(`decide ${id}`)} />
    </li>
  );
}

const wayWords: Readonly<Record<FindingWayName, string>> = { fix: 'Fix', drop: 'Leave out', accept: 'Accept' };

function Ways({ row, state }: { readonly row: FindingRow; readonly state: ProjectionStore }) {
  const { id, finding } = row;
  const [asks, setAsks] = useState<'fix' | 'accept' | null>(null);
  const close = (): void => { setAsks(null); };
  const decide = (way: Parameters<ProjectionStore['decide']>[1]): void => { close(); void state.decide(id, way); };
  return (
    <div className={styles.ways}>
      {waysOf(finding).map((way) => (
        <Button
          key={way} size="small" tone={way === 'accept' ? 'quiet' : 'plain'} isPending={state.asking.has(`decide ${id}`)} aria-label={`${wayWords[way]} ${finding.text} in ${finding.file}, ${placeText(finding.place)}`}
          onPress={() => { if (way === 'drop') decide({ way }); else setAsks(way); }}
        >
          {wayWords[way]}
        </Button>
      ))}
      {asks === 'fix' && <FixFinding finding={finding} onCancel={close} onConfirm={(value) => { decide({ way: 'fix', value }); }} />}
      {asks === 'accept' && <AcceptFinding row={row} onCancel={close} onConfirm={() => { decide({ way: 'accept' }); }} />}
    </div>
  );
}
