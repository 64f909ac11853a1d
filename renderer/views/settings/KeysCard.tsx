import { useState } from 'react';
import { useStore } from 'zustand';
import type { KeysView } from '../../../shared/bridge-values.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IdText } from '../../components/IdText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useStores, useWatched } from '../../stores/use-stores.ts';
import styles from './SettingsView.module.css';

const evidence = {
  unlocked: { mark: 'seen', says: 'unlocked' },
  locked: { mark: 'needs_person', says: 'locked' },
  unusable: { mark: 'refused', says: 'not usable' },
} as const satisfies Record<KeysView['state'], object>;

/** Who may decide here, what protects the keys, and the one thing that can be done about it. */
export function KeysCard() {
  const { keys: store } = useStores();
  useWatched(store);
  const { keys, seal, unlock, asking, refusals } = useStore(store);
  if (!keys) return null;
  const isSealed = keys.protection.startsWith('A passphrase');
  return (
    <Card title="Keys that decide" aside={<Evidence {...evidence[keys.state]} />}>
      <Facts>
        <Fact name="Protected by">{keys.protection}</Fact>
        {keys.approvers.map(({ fingerprint, name, scopes, retired }) => (
          <Fact key={fingerprint} name={`${name.charAt(0).toUpperCase()}${name.slice(1)}`}>
            <IdText value={fingerprint} what={`fingerprint of the ${name}`} />
            <small>{retired ? 'retired' : `signs for: ${scopes.join(', ')}`}</small>
          </Fact>
        ))}
      </Facts>
      {keys.state === 'locked' && <PassphraseForm label="Passphrase" action="Unlock the keys" isPending={asking.has('unlock')} onGive={unlock} />}
      {keys.state === 'unlocked' && !isSealed && <PassphraseForm label="New passphrase" action="Seal the keys" help="At least 8 characters. It is asked for at each start, and nobody can bring it back." isPending={asking.has('seal')} onGive={seal} />}
      <RefusalNote refusal={refusals.get('unlock') ?? refusals.get('seal')} />
    </Card>
  );
}

interface FormProps {
  readonly label: string;
  readonly action: string;
  readonly help?: string;
  readonly isPending: boolean;
  readonly onGive: (passphrase: string) => Promise<boolean>;
}

function PassphraseForm({ label, action, help, isPending, onGive }: FormProps) {
  const [passphrase, setPassphrase] = useState('');
  const give = async (): Promise<void> => {
    if (await onGive(passphrase)) setPassphrase('');
  };
  return (
    <form className={styles.passphrase} onSubmit={(event) => { event.preventDefault(); void give(); }}>
      <TextField label={label} type="password" value={passphrase} onChange={setPassphrase} {...(help !== undefined && { help })} />
      <Button type="submit" isPending={isPending} isDisabled={passphrase.length < 8}>{action}</Button>
    </form>
  );
}
