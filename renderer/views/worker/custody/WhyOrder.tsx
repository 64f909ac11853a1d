import { Dialog } from '../../../components/Dialog.tsx';
import styles from './StepsCard.module.css';

export function WhyOrder({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="Why this order" isOpen={isOpen} onClose={onClose}>
      <div className={styles.why}>
        <p>Declared results leave first. What has not left would be gone with the volumes.</p>
        <p>A container is stopped before it is removed, so that its process ends by itself and its exit code is read. Its network and its volumes go last: a container that still uses one would keep it. What somebody else uses stays, and holds up nothing else.</p>
        <p>What was staged for it lies on this machine and goes last of all: as long as anything of the worker is held, it can be delivered again.</p>
        <p>To ask for a removal and to see that a thing is gone are two facts. A step counts when its absence was read twice, by id and in the listing, over a new connection. Only that unlocks the next one.</p>
        <p>Each step reads the thing once more before it acts: its id, when it was made, its image and our labels. When one differs, nothing is touched.</p>
      </div>
    </Dialog>
  );
}
