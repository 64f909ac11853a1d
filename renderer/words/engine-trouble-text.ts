import type { Evident } from '../../shared/evidence-mark.ts';
import type { EngineNow } from '../../shared/readiness.ts';

/** Why a worker’s engine cannot be asked now, if it cannot. */
export function engineTrouble(now: EngineNow, label: string): Evident | undefined {
  switch (now) {
    case 'itself':
    case 'reading':
    case 'not_known': return undefined;
    case 'another': return { mark: 'refused', says: `another engine answers at ${label}` };
    case 'asked': return { mark: 'asked', says: `${label} is asked, no answer yet` };
    case 'silent': return { mark: 'refused', says: `${label} does not answer` };
  }
}
