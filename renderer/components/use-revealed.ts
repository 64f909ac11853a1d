import { useEffect, useEffectEvent } from 'react';

/** Goes to the selected row once for each selection, wherever that row moves to afterwards. */
export function useRevealed(key: string | undefined, index: number | undefined, goTo: (index: number) => void): void {
  const reveal = useEffectEvent(() => { if (index !== undefined && index >= 0) goTo(index); });
  useEffect(() => { if (key !== undefined) reveal(); }, [key]);
}
