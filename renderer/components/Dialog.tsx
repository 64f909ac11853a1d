import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly size?: 'normal' | 'wide';
  /** `alertdialog` asks before something that cannot be undone: a click beside it does not answer. */
  readonly role?: 'dialog' | 'alertdialog';
}

export function Dialog({ title, isOpen, onClose, children, actions, size = 'normal', role = 'dialog' }: Props) {
  return (
    <ModalOverlay className={cx(styles.veil)} isOpen={isOpen} isDismissable={role === 'dialog'} onOpenChange={(open) => { if (!open) onClose(); }}>
      <Modal className={cx(styles.modal)} data-size={size}>
        <AriaDialog className={cx(styles.dialog)} role={role}>
          <header className={styles.head}>
            <Heading slot="title" level={2}>{title}</Heading>
            <IconButton icon={X} label="Close" onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
