import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { valueOf } from '../sample-worker.ts';
import type { Asked, Scenario } from './crash.ts';
import type { CrashLab } from './crash-lab.ts';

const passphrase = 'a passphrase that is long enough';

const keysOf = ({ data }: CrashLab): string => path.join(data, 'keys');
const copyOf = ({ folder }: CrashLab): string => path.join(folder, 'bare-keys');

const filesOf = (lab: CrashLab, end: string): number => readdirSync(keysOf(lab)).filter((name) => name.endsWith(end)).length;

export const sealKeys: Scenario = {
  name: 'seal the keys',
  begin: async (lab) => {
    await layBare(lab);
    return {
      run: sealOrUnlock,
      made: () => ({ 'bare keys': filesOf(lab, '.secret'), 'sealed keys': filesOf(lab, '.sealed'), 'keys that were enrolled': lab.decisions('enrol_key') }),
    };
  },
  end: layBare,
};

/** The window offers the one or the other. */
async function sealOrUnlock(console: Asked): Promise<void> {
  const { state } = await console.ask('keys', {});
  valueOf(await console.ask(state === 'locked' ? 'unlockKeys' : 'sealKeys', { passphrase }));
}

/** The same keys as ever, without a passphrase. */
async function layBare(lab: CrashLab): Promise<void> {
  await lab.host.requests.keys({});
  if (!existsSync(copyOf(lab))) return cpSync(keysOf(lab), copyOf(lab), { recursive: true });
  lab.host.close();
  rmSync(keysOf(lab), { recursive: true });
  cpSync(copyOf(lab), keysOf(lab), { recursive: true });
  await lab.restart();
}
