import { X } from 'lucide-react';
import { bytesText } from '../../../../shared/quantities.ts';
import { Card } from '../../../components/Card.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { IdText } from '../../../components/IdText.tsx';
import type { ManifestRow } from '../../../stores/projection-store.ts';
import { changeText, classWords, modeText } from '../../../words/projection-text.ts';

export function FileCard({ row: { entry }, onClose }: { readonly row: ManifestRow; readonly onClose: () => void }) {
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
      </Facts>
    </Card>
  );
}
