import { X } from 'lucide-react';
import type { Projection } from '../../../../shared/binding.ts';
import type { ManifestRow } from '../../../../shared/bridge-values.ts';
import { bytesText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import { changeText, classWords, ingestedEvident, modeText, revisionWords, whyNotIngested } from '../../../words/projection-text.ts';
import styles from './DeliveryCard.module.css';

interface Props {
  readonly row: ManifestRow;
  readonly projection: Projection;
  readonly state: ProjectionStore;
  readonly onClose: () => void;
}

export function FileCard({ row, projection, state, onClose }: Props) {
  const { entry, revision, before } = row;
  const why = whyNotIngested(entry);
  return (
    <Card title="File" actions={<IconButton icon={X} label="Close file" onPress={onClose} />}>
      <Facts>
        <Fact name="Path"><code>{entry.path}</code></Fact>
        <Fact name="In the guest"><code>{entry.destination}</code></Fact>
        <Fact name="Class">{classWords[entry.class]}</Fact>
        <Fact name="Size">{bytesText(entry.bytes)}</Fact>
        <Fact name="Mode"><code>{modeText(entry.mode)}</code></Fact>
        <Fact name="Source"><IdText value={entry.sourceDigest} what="source hash" /></Fact>
        {entry.changes && <Fact name="Changed">{entry.changes.map((change) => <small key={changeText(change)}>{changeText(change)}</small>)}</Fact>}
        <Fact name="Staged">{entry.stagedDigest === entry.sourceDigest ? 'the same bytes' : <IdText value={entry.stagedDigest} what="staged hash" />}</Fact>
        {revision && <Fact name="Since last">{revision === 'gone' ? 'not in this one: it was delivered before, and no delivery takes it out' : revisionWords[revision]}</Fact>}
        {before && revision !== 'gone' && <Fact name="Before">{bytesText(before.entry.bytes)}<small>source <IdText value={before.entry.sourceDigest} what="source hash before" /></small><small>staged <IdText value={before.entry.stagedDigest} what="staged hash before" /></small></Fact>}
        {revision !== 'gone' && <Fact name="Ingested"><Evidence {...ingestedEvident(entry, projection)} wraps />{why && <small>{why}</small>}</Fact>}
      </Facts>
      {before && revision !== 'gone' && (
        <div className={styles.deliver}>
          <Button size="small" isPending={state.asking.has('compare')} onPress={() => { void state.compare(entry.destination); }}>Compare the text</Button>
          <RefusalNote refusal={state.refusals.get('compare')} />
        </div>
      )}
    </Card>
  );
}
