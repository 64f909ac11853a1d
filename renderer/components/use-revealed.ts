import { useEffect, useEffectEvent } from 'react';

/** Scrolls to the selected row once for each selection, wherever that row moves to afterwards. */
export function useRevealed(key: string | undefined, index: number | undefined, toIndex: (index: number, options: { readonly align: 'auto' }) => void): void {
  const reveal = useEffectEvent(() => { if (index !== undefined && index >= 0) toIndex(index, { align: 'auto' }); });
  useEffect(() => { if (key !== undefined) reveal(); }, [key]);
}
