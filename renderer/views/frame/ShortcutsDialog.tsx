import { Dialog } from '../../components/Dialog.tsx';
import { Keys } from '../../components/Keys.tsx';
import { shortcuts } from '../../routing/shortcuts.ts';
import styles from './ShortcutsDialog.module.css';

export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={onClose} size="wide">
      <div className={styles.groups}>
        {shortcuts.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>{group.shortcuts.map(({ keys, does }) => <Pair key={does} keys={keys} does={does} />)}</dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const Pair = ({ keys, does }: { readonly keys: string; readonly does: string }) => (
  <>
    <dt><Keys>{keys}</Keys></dt>
    <dd>{does}</dd>
  </>
);
