import type { Endpoint } from '../../../shared/ids.ts';
import type { ImageRemoval } from '../../../shared/engine-images.ts';
import { bytesText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EngineFact } from '../../components/EngineFact.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import styles from './RemoveImage.module.css';

interface Props {
  readonly image: ImageRemoval;
  readonly engineLabel: string;
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** One image that this console built: what it is, and, where nothing is made of it, the last look before it is removed. */
export function RemoveImage({ image: { id, tags, bytes, stays }, engineLabel, endpoint, onClose, onConfirm }: Props) {
  const actions = (
    <>
      <Button onPress={onClose} autoFocus>Keep it</Button>
      {!stays && <Button tone="danger" onPress={onConfirm}>Remove image</Button>}
    </>
  );
  return (
    <Dialog title="Remove image" role="alertdialog" isOpen onClose={onClose} actions={actions}>
      <p className={styles.lead}>{stays ? 'This image cannot be removed now.' : 'This is asked of the engine once and cannot be taken back.'}</p>
      <RefusalNote refusal={stays} />
      <div className={styles.facts}>
        <Facts>
          <Fact name="Kind">image, built by this console</Fact>
          <Fact name="Name"><code>{tags.join(', ') || 'none: a later build has its name'}</code></Fact>
          <Fact name="Id"><code>{id}</code></Fact>
          <EngineFact label={engineLabel} endpoint={endpoint} />
          <Fact name="Lost for good"><strong>The image, {bytesText(bytes)}. It can be built again, and has another id then.</strong></Fact>
          <Fact name="Kept">Every container and volume, and the receipts of its build.</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
