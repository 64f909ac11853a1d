import { useStore } from 'zustand';
import { closeOverlay, overlayStore } from '../../stores/overlay-store.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { UnconfirmedDialog } from './UnconfirmedDialog.tsx';
import { useWindowKeys } from './use-window-keys.ts';

export function Overlays() {
  const overlay = useStore(overlayStore, (state) => state.overlay);
  useWindowKeys();
  return (
    <>
      <CommandPalette isOpen={overlay === 'palette'} onClose={closeOverlay} />
      <ShortcutsDialog isOpen={overlay === 'shortcuts'} onClose={closeOverlay} />
      <UnconfirmedDialog isOpen={overlay === 'unconfirmed'} onClose={closeOverlay} />
    </>
  );
}
