import type axe from 'axe-core';
import type { Bridge } from '../../shared/bridge.ts';

declare global {
  /** What code that is evaluated in the page finds there. */
  interface Window {
    readonly bridge: Bridge;
    /** Once its source was evaluated there. */
    readonly axe: typeof axe;
    /** Rules of the page’s policy that were broken, once a test listens for them. */
    readonly reported: string[];
  }
}
