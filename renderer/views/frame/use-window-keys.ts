import { useEffect } from 'react';
import { actionOf, type KeyAction } from '../../routing/shortcuts.ts';
import { navigate } from '../../routing/use-route.ts';
import { openOverlay, overlayStore } from '../../stores/overlay-store.ts';

/** The keys that work wherever the focus is. A dialog keeps them to itself. */
export function useWindowKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || overlayStore.getState().overlay !== null || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const action = actionOf({ key: event.key, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey, typing: isTyping(event.target) });
      if (!action) return;
      event.preventDefault();
      act(action);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => { window.removeEventListener('keydown', onKeyDown); };
  }, []);
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

function act(action: KeyAction): void {
  switch (action.kind) {
    case 'go': navigate(action.route); return;
    case 'back': window.history.back(); return;
    case 'forward': window.history.forward(); return;
    case 'palette':
    case 'shortcuts': openOverlay(action.kind); return;
  }
}
