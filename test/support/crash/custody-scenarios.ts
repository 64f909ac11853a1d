import { randomBytes } from 'node:crypto';
import type { OfExternal } from '../../../shared/external-view.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Decision } from '../../../shared/receipt.ts';
import { EngineUnderTest } from '../engine-under-test.ts';
import { valueOf } from '../sample-worker.ts';
import { itself, type Asked, type Scenario } from './crash.ts';
import type { CrashLab } from './crash-lab.ts';
import { insist, isApplied, prepared } from './scenarios.ts';

const giveAway: Scenario = {
  name: 'give a worker away',
  begin: async (lab) => {
    const binding = await prepared(lab);
    const before = lab.exportedFiles().length;
    return {
      run: async (console) => {
        const { row } = valueOf(await console.ask('openWorker', { binding }));
        if (row.custody !== 'released') return void valueOf(await console.ask('release', { of: { binding }, to: 'anyone' }));
        valueOf(await console.ask('writeRelease', { of: { binding } }));
      },
      isDone: isApplied('write_release'),
      made: () => ({ releases: lab.decisionsAbout(binding, 'release'), 'files in the chosen folder': lab.exportedFiles().length - before }),
    };
  },
};

const signAnew: Scenario = {
  name: 'sign a release anew',
  begin: async (lab) => {
    const binding = await prepared(lab);
    valueOf(await itself(lab).ask('release', { of: { binding }, to: 'anyone' }));
    const before = lab.exportedFiles().length;
    return {
      run: async (console) => void valueOf(await console.ask(lab.decisionsAbout(binding, 'release') < 2 ? 'releaseAnew' : 'writeRelease', { of: { binding } })),
      isDone: isApplied('write_release'),
      made: () => ({ releases: lab.decisionsAbout(binding, 'release'), 'files in the chosen folder': lab.exportedFiles().length - before }),
    };
  },
};

/** A volume of nobody's, as an operator finds one. */
async function strangersVolume({ endpoint }: CrashLab): Promise<OfExternal> {
  const name = `found-${randomBytes(16).toString('hex')}`;
  await (await EngineUnderTest.reach()).raw('POST', '/volumes/create', { Name: name });
  return { endpoint, resource: 'volume', id: name };
}

async function shownOf(console: Asked, of: OfExternal): Promise<Digest> {
  const { subject } = valueOf(await console.ask('openExternal', of));
  if (subject === undefined) throw new TypeError(`nothing identifies ${of.id}`);
  return subject;
}

const isAttached = async (console: Asked, of: OfExternal): Promise<boolean> => valueOf(await console.ask('openExternal', of)).standing.group === 'attached';

const attachIt = async (console: Asked, of: OfExternal): Promise<void> => void valueOf(await console.ask('attach', { ...of, shown: await shownOf(console, of) }));

const takeOverIt = async (console: Asked, of: OfExternal): Promise<void> =>
  void valueOf(await console.ask('takeOverAttached', { ...of, shown: await shownOf(console, of), owner: 'the data team' }));

const removeIt = (console: Asked, of: OfExternal): Promise<void> => insist(console.ask('runExternalStep', { ...of, step: 'remove_volume' }));

/** How often this was decided since the step began. */
function decidedIn(lab: CrashLab, decision: Decision['decision']): () => Readonly<Record<string, number>> {
  const before = lab.decisions(decision);
  return () => ({ [decision]: lab.decisions(decision) - before });
}

const attach: Scenario = {
  name: 'attach a volume',
  begin: async (lab) => {
    const volume = await strangersVolume(lab);
    return { run: async (console) => ((await isAttached(console, volume)) ? undefined : attachIt(console, volume)), made: decidedIn(lab, 'attach') };
  },
};

const leave: Scenario = {
  name: 'leave a volume',
  begin: async (lab) => {
    const volume = await strangersVolume(lab);
    await attachIt(itself(lab), volume);
    return { run: async (console) => ((await isAttached(console, volume)) ? void valueOf(await console.ask('leave', volume)) : undefined), made: decidedIn(lab, 'revoke') };
  },
};

const takeOver: Scenario = {
  name: 'take a volume over',
  begin: async (lab) => {
    const volume = await strangersVolume(lab);
    await attachIt(itself(lab), volume);
    return { run: async (console) => ((await isAttached(console, volume)) ? takeOverIt(console, volume) : undefined), made: decidedIn(lab, 'transfer') };
  },
};

const takeBack: Scenario = {
  name: 'remove a volume that was taken over',
  begin: async (lab) => {
    const volume = await strangersVolume(lab);
    await attachIt(itself(lab), volume);
    await takeOverIt(itself(lab), volume);
    return { run: (console) => removeIt(console, volume) };
  },
};

export const custodyScenarios: readonly Scenario[] = [giveAway, signAnew, attach, leave, takeOver, takeBack];
