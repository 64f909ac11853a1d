import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { BackupChoice, BackupRow } from '../../../shared/ledger-trouble.ts';
import { bytesText, countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Table } from '../../components/Table.tsx';
import { useStores } from '../../stores/use-stores.ts';
import type { Replaced } from '../../words/restore-text.ts';
import { RestoreBackup } from './RestoreBackup.tsx';
import styles from './Trouble.module.css';

/** What can take the place of the ledger. */
export function BackupsCard({ replaced }: { readonly replaced: Replaced }) {
  const { trouble } = useStores();
  const { backups, asking, refusals, restore } = useStore(trouble);
  const [asked, ask] = useState<BackupChoice | null>(null);
  useEffect(() => { void trouble.getState().loadBackups(); }, [trouble]);
  const confirm = (choice: BackupChoice): void => {
    ask(null);
    void restore(choice);
  };
  return (
    <Card title="Backups" aside={backups && countText(backups.length, 'backup')}>
      {backups && backups.length > 0 && (
        <Table label="Backups" head={<><th scope="col">File</th><th scope="col">Made</th><th scope="col">Size</th><th scope="col"><span className={styles.hidden}>Restore</span></th></>}>
          {backups.map((backup) => <Row key={backup.name} backup={backup} isPending={asking.has('restore')} onRestore={() => { ask({ kind: 'backup', name: backup.name }); }} />)}
        </Table>
      )}
      {backups?.length === 0 && <Facts><Fact name="In the data folder">No backup: one is made there before an update changes how the ledger is stored.</Fact></Facts>}
      <div className={styles.acts}><Button isPending={asking.has('restore')} onPress={() => { ask({ kind: 'file' }); }}>Restore from a file</Button></div>
      <RefusalNote refusal={refusals.get('restore')} />
      {asked && <RestoreBackup choice={asked} replaced={replaced} onCancel={() => { ask(null); }} onConfirm={() => { confirm(asked); }} />}
    </Card>
  );
}

function Row({ backup: { name, at, bytes }, isPending, onRestore }: { readonly backup: BackupRow; readonly isPending: boolean; readonly onRestore: () => void }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td><InstantText at={at} /></td>
      <td>{bytesText(bytes)}</td>
      <td><Button size="small" isPending={isPending} aria-label={`Restore ${name}`} onPress={onRestore}>Restore</Button></td>
    </tr>
  );
}
