import { useState } from 'react';
import { receiverText } from '../../../shared/external.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import type { ResourceKind } from '../../../shared/reference.ts';
import type { ReleaseOffer } from '../../../shared/release.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EngineFact } from '../../components/EngineFact.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';

interface Props {
  readonly offer: ReleaseOffer;
  readonly engineLabel: string;
  readonly endpoint: Endpoint;
  readonly state: EngineStore;
}

const kinds: Readonly<Record<ResourceKind, string>> = { container: 'Container', volume: 'Volume', network: 'Network' };

/**
 * A release as it was verified here: its signature fits and each thing is there as stated. Whose key signed it, only a
 * fingerprint that came by another road shows, so that one is typed in.
 */
export function TakeOverRelease({ offer: { file, statement, signer, givenElsewhereUntil }, engineLabel, endpoint, state }: Props) {
  const [fingerprint, setFingerprint] = useState('');
  const [tried, setTried] = useState(false);
  const isSame = fingerprint.trim() === signer;
  const confirm = (): void => {
    setTried(true);
    if (isSame) void state.takeOver(fingerprint.trim());
  };
  const actions = <><Button onPress={state.dropRelease}>Leave it theirs</Button><Button tone="primary" isPending={state.asking.has('takeOver')} onPress={confirm}>Sign and take it over</Button></>;
  return (
    <Dialog title={`Take over ${statement.of}`} size="wide" role="alertdialog" isOpen onClose={state.dropRelease} actions={actions}>
      <Facts>
        <Fact name="Release">{file}, signed <InstantText at={statement.at} />, good until <InstantText at={statement.until} /></Fact>
        <Fact name="From the console"><code>{statement.installation}</code></Fact>
        <Fact name="For">{receiverText(statement.to)}</Fact>
        <EngineFact label={`${engineLabel}: each of these is there, exactly as it was released`} endpoint={endpoint} />
        {statement.resources.map(({ resource, name, identity }) => (
          <Fact key={`${resource} ${name}`} name={kinds[resource]}><code>{name}</code><small>{identity.id === name ? `created ${identity.created}` : identity.id}</small></Fact>
        ))}
        <Fact name="Signed by"><code>{signer}</code></Fact>
        {givenElsewhereUntil !== undefined && <Fact name="Given elsewhere"><strong>This console gave some of it to somebody else before, by a release that is good until <InstantText at={givenElsewhereUntil} /> although it comes back: whoever it is for may take it over as well.</strong></Fact>}
        <Fact name="What it means">From then on this console may stop and remove them, and the one that released them refuses to.{statement.to === 'anyone' && ' The release is for anyone: another console that holds its file may have taken them over as well, and nothing here would tell.'}</Fact>
      </Facts>
      <TextField
        autoFocus mono label="The signer’s fingerprint, as you got it by another road" value={fingerprint} onChange={setFingerprint} placeholder="ed25519:…"
        help="The other console shows it under Settings, as the credential owner’s key. A release is a stranger’s until the two are the same." error={tried && !isSame ? 'This is not the key that signed the release.' : undefined}
      />
      <RefusalNote refusal={state.refusals.get('takeOver')} />
    </Dialog>
  );
}
