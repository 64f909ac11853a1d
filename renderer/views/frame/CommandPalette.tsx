import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { cx } from '../../styles/cx.ts';
import styles from './CommandPalette.module.css';
import { PaletteList } from './PaletteList.tsx';

export function CommandPalette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <ModalOverlay className={cx(styles.veil)} isOpen={isOpen} isDismissable onOpenChange={(open) => { if (!open) onClose(); }}>
      <Modal className={cx(styles.modal)}>
        <Dialog className={cx(styles.dialog)} aria-label="Find or do">
          <PaletteList onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
