import type { TeardownStep } from '../../../../shared/teardown.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { EngineFact } from '../../../components/EngineFact.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import styles from './ConfirmStep.module.css';

interface Props {
  readonly step: Pick<TeardownStep, 'title' | 'engineLabel' | 'endpoint' | 'lost' | 'kept'> & { readonly resource: Omit<TeardownStep['resource'], 'role'> };
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** The last look before something cannot be undone: exactly which thing, where, what goes and what stays. */
export function ConfirmStep({ step: { title, resource, engineLabel, endpoint, lost, kept }, onCancel, onConfirm }: Props) {
  const isStaging = resource.kind === 'staged copies';
  const actions = (
    <>
      <Button onPress={onCancel} autoFocus>Keep it</Button>
      <Button tone="danger" onPress={onConfirm}>{title}</Button>
    </>
  );
  return (
    <Dialog title={title} role="alertdialog" isOpen onClose={onCancel} actions={actions}>
      <p className={styles.lead}>{isStaging ? 'This is done on this machine, once, and cannot be taken back.' : 'This is asked of the engine once and cannot be taken back.'}</p>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Kind">{resource.kind}</Fact>
          <Fact name="Name"><code>{resource.name}</code></Fact>
          <Fact name="Id">{resource.id ? <code>{resource.id}</code> : isStaging ? 'a folder has none: it is called after its worker’s binding' : 'the engine gives volumes none: name, creation time and label are compared'}</Fact>
          {endpoint === undefined ? <Fact name="Engine">none: it lies on {engineLabel}</Fact> : <EngineFact label={engineLabel} endpoint={endpoint} />}
          <Fact name="Lost for good"><strong>{lost}</strong></Fact>
          <Fact name="Kept">{kept}</Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
