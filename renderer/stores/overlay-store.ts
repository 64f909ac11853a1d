import { createStore } from 'zustand/vanilla';

export type Overlay = 'palette' | 'shortcuts' | 'unconfirmed';

/** What floats over the window now: one thing at most. */
export const overlayStore = createStore<{ readonly overlay: Overlay | null }>()(() => ({ overlay: null }));

export const openOverlay = (overlay: Overlay): void => { overlayStore.setState({ overlay }); };
export const closeOverlay = (): void => { overlayStore.setState({ overlay: null }); };
