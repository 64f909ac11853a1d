import type { SettingsView as Settings } from '../../../shared/bridge-values.ts';
import { sealedMark, type SealingState } from '../../../shared/sealing.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IdText } from '../../components/IdText.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { useFrame, useSettings } from '../../stores/use-stores.ts';
import styles from './SettingsView.module.css';

/** How far the ledger is sealed, with which key, and where that is kept besides the database. */
export function SealCard({ settings }: { readonly settings: Settings }) {
  const sealing = useFrame((state) => state.frame?.ledger.sealing);
  const refusal = useSettings((state) => state.refusals.get('checkpointFolder') ?? state.refusals.get('backup'));
  if (!sealing) return null;
  const { mark, label, says } = sealedMark(sealing);
  return (
    <Card title="Seal of the ledger" aside={<Evidence mark={mark} says={label} />}>
      <Facts>
        <Fact name="Reaches">{says}<small>Sealed: covered by a signed checkpoint. Whoever knows the key’s fingerprint finds any change of those receipts, without this console.</small></Fact>
        <Last sealing={sealing} />
        <Fact name="Marks"><span className={styles.folder}>{settings.marks.map((file) => <IdText key={file} value={file} what="mark" />)}</span><small>The newest checkpoint, outside the database in two places. An older copy of the ledger is told by them.</small></Fact>
        <Fact name="Backup"><Backup /><small>The whole ledger in one file, verified after it was written. Going back to it needs a signed reanchor.</small></Fact>
        <Fact name="Copies"><Copies folder={settings.checkpointFolder} /><small>Each checkpoint as a file of its own, added and never replaced: best on another machine’s disk.</small></Fact>
      </Facts>
      <RefusalNote refusal={refusal} />
    </Card>
  );
}

function Last({ sealing: { last } }: { readonly sealing: SealingState }) {
  if (!last) return <Fact name="Signed">No checkpoint yet. The first one comes within a minute of the first receipt, and when the console is closed.</Fact>;
  return (
    <>
      <Fact name="Signed"><InstantText at={last.at} /></Fact>
      <Fact name="With">{last.signer ? <IdText value={last.signer} what="fingerprint of the ledger’s key" /> : 'A key that is not kept'}<small>Give this fingerprint, by another road, to whoever is to verify the ledger.</small></Fact>
    </>
  );
}

function Backup() {
  const backUp = useSettings((state) => state.backUp);
  const backedUp = useSettings((state) => state.backedUp);
  const isPending = useSettings((state) => state.asking.has('backup'));
  return (
    <span className={styles.folder}>
      {backedUp !== null && <IdText value={backedUp} what="backup" />}
      <Button size="small" isPending={isPending} onPress={() => { void backUp(); }}>Back up the ledger</Button>
    </span>
  );
}

function Copies({ folder }: { readonly folder: string | null }) {
  const choose = useSettings((state) => state.chooseCheckpointFolder);
  const end = useSettings((state) => state.endCheckpointCopies);
  const isPending = useSettings((state) => state.asking.has('checkpointFolder'));
  return (
    <span className={styles.folder}>
      {folder === null ? 'No folder chosen' : <IdText value={folder} what="folder for copies" />}
      <Button size="small" isPending={isPending} onPress={() => { void choose(); }}>Choose folder for copies</Button>
      {folder !== null && <Button size="small" tone="quiet" isPending={isPending} onPress={() => { void end(); }}>End copies</Button>}
    </span>
  );
}
