import type { ExecutionId } from '../../../../shared/ids.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { IdText } from '../../../components/IdText.tsx';
import styles from './ArtifactsTab.module.css';

interface Props {
  readonly path: string;
  readonly seat: string;
  /** Whose result it is; null where nothing has begun. */
  readonly execution: ExecutionId | null;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What the owner signs by giving up a declared result. */
export function WaiveArtifact({ path, seat, execution, onCancel, onConfirm }: Props) {
  const actions = (
    <>
      <Button onPress={onCancel} autoFocus>Keep it</Button>
      <Button tone="danger" onPress={onConfirm}>Sign and give up</Button>
    </>
  );
  return (
    <Dialog title="Give up a declared result" role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <p>The owner of the results signs that this one need not leave. It no longer stands in the way of a teardown.</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Result"><code>{path}</code></Fact>
          <Fact name="Worker">{seat}</Fact>
          <Fact name="Execution">{execution ? <IdText value={execution} what="execution id" /> : 'none has begun'}</Fact>
          <Fact name="Lost for good"><strong>The file, once the workspace is removed.</strong></Fact>
          <Fact name="Kept">The signed decision, by name. A later launch owes its results anew.</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
