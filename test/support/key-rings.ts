import { KeyRing } from '../../electron/host/approvals/key-ring.ts';
import { keptOrNewKeys } from '../../electron/host/approvals/key-set.ts';
import { MemorySecretStore } from './memory-secret-store.ts';

/** Both roles, with keys of their own. */
export const aKeyRing = async (): Promise<KeyRing> => new KeyRing(await keptOrNewKeys(new MemorySecretStore(), () => false));
