import type { Requests } from '../../../shared/bridge.ts';
import { valueOf } from '../sample-worker.ts';
import { countsOf, type CrashLab, type Told } from './crash-lab.ts';
import type { KillPoint } from './kill-points.ts';

/** A console that can be asked, be it in this process or in one that will be killed. */
export interface Asked {
  ask<M extends keyof Requests>(method: M, input: Parameters<Requests[M]>[0]): Promise<Awaited<ReturnType<Requests[M]>>>;
}

/** What an operator does once, and does again after a crash until it is done. */
export interface Step {
  /** Asks for it and waits until it has ended. */
  readonly run: (console: Asked) => Promise<void>;
  /** After the restart: whether there is still something to ask for. Left out: it is asked for again in any case. */
  readonly isDone?: (told: readonly Told[]) => boolean;
  /** What of it exists besides what the engine was asked for, by name. */
  readonly made?: () => Readonly<Record<string, number>>;
  /** Requests that a second try makes anew by itself, because they belong to the try. */
  readonly perTry?: RegExp;
}

export interface Scenario {
  readonly name: string;
  /** Its call never reaches the engine. */
  readonly isLost?: true;
  /** Brings the console to where the step begins. */
  readonly begin: (lab: CrashLab) => Promise<Step>;
  /** Brings the console back to where others begin, if it leaves something behind that they would meet. */
  readonly end?: (lab: CrashLab) => Promise<void>;
}

/** One undisturbed run: the moments at which it can be killed, and what it does to the engine. */
export interface Course {
  readonly moments: readonly string[];
  readonly isLost: boolean;
  readonly effects: Readonly<Record<string, number>>;
}

export interface Row extends KillPoint {
  readonly step: string;
  /** What the ledger said of each attempt when the console was back. */
  readonly found: string;
  /** How the attempts ended at last. */
  readonly ended: string;
  readonly effects: Readonly<Record<string, number>>;
  readonly ledger: string;
}

/** Written by what goes on beside a step, at no fixed moment of it. */
const ambient = /^observation (engine|readiness|key|process)\b|^settlement of an earlier one|^marks of a checkpoint/;

export async function undisturbed(lab: CrashLab, scenario: Scenario): Promise<Course> {
  const step = await scenario.begin(lab);
  const from = lab.proxy.changes.length;
  const child = await lab.handOver();
  await child.arm();
  await step.run(child).finally(() => child.kill());
  await lab.restart();
  return { moments: child.reached.filter((at) => !ambient.test(at)), effects: effectsOf(lab, step, from), isLost: scenario.isLost ?? false };
}

/** Kills the console at one moment of a step, opens it again, and does what an operator would do until the step is done. */
export async function crash(lab: CrashLab, scenario: Scenario, kill: KillPoint): Promise<Row> {
  const step = await scenario.begin(lab);
  const [from, since] = [lab.proxy.changes.length, lab.size];
  await killedIn(lab, step, kill).finally(() => lab.restart());
  const found = lab.toldSince(since);
  for (const attempt of await lab.openAttempts()) valueOf(await lab.host.requests.closeAttempt({ attempt }));
  if (!step.isDone?.(lab.toldSince(since))) await step.run(itself(lab));
  // A fault that was not met is not left for another step.
  lab.proxy.heal();
  return {
    ...kill,
    step: scenario.name,
    found: textOf(found),
    ended: textOf(lab.toldSince(since)),
    effects: effectsOf(lab, step, from),
    ledger: valueOf(await lab.host.requests.verifyLedger({})).verdict,
  };
}

async function killedIn(lab: CrashLab, step: Step, kill: KillPoint): Promise<void> {
  const child = await lab.handOver();
  await child.arm(kill);
  try {
    const how = await Promise.race([child.ended, step.run(child).then(() => 'ended without it')]);
    if (how !== 'SIGKILL') throw new Error(`it was to be killed ${kill.side} “${kill.at}”, and ${how}`);
  } finally {
    await child.kill();
  }
}

/** The console of the lab, in this process. */
export const itself = ({ host }: CrashLab): Asked => ({ ask: (method, input) => (host.requests[method] as (input: unknown) => never)(input) });

function effectsOf(lab: CrashLab, { made, perTry }: Step, from: number): Readonly<Record<string, number>> {
  const changes = lab.proxy.changes.slice(from).filter(({ line }) => !perTry?.test(line));
  return { ...countsOf(changes), ...made?.() };
}

/** An attempt is open from its intent on, and shows as applied from its call on; where that is lost, it is not applied once it was closed. */
export function toldAt({ moments, isLost }: Course, { at, side }: KillPoint): string {
  const past = moments.slice(0, moments.indexOf(at) + (side === 'after' ? 1 : 0));
  const told: Told[] = [];
  for (const moment of past) {
    const [what, operation] = moment.split(' ') as [string, Told['operation']];
    if (what === 'intent') told.push({ operation, disposition: 'open' });
    if (what === 'call' && !isLost) told.splice(-1, 1, { operation, disposition: 'applied' });
    if (what === 'decision') told.push(...told.splice(-1).map((last) => ({ ...last, disposition: 'not_applied' as const })));
  }
  return textOf(told);
}

const textOf = (told: readonly Told[]): string => told.map(({ operation, disposition }) => `${operation} ${disposition}`).join(', ') || 'nothing was asked';
