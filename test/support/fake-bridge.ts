import type { Bridge, Notices, Requests } from '../../shared/bridge.ts';
import { aScene } from './fake-bridge/scenes.ts';
import type { Scene, SceneName } from './fake-bridge/scene.ts';
import { answersOf } from './fake-bridge/answers.ts';
import { Announcer } from './fake-bridge/announcer.ts';

export interface FakeOptions {
  /** When the scene's story begins. */
  readonly startMilliseconds?: number;
  /** Between an effect's steps; 0 lets them follow at once. */
  readonly paceMilliseconds?: number;
}

/** A bridge with nothing behind it. It says so, and keeps what it was asked. */
export interface FakeBridge extends Bridge {
  readonly isFake: true;
  readonly scene: Scene;
  readonly calls: readonly { readonly method: keyof Requests; readonly input: unknown }[];
  /** Announces something, as the main process would. */
  readonly announce: <N extends keyof Notices>(notice: N, payload: Notices[N]) => void;
  /** Puts another answer in the place of the scene's. */
  readonly answerWith: <M extends keyof Requests>(method: M, answer: Requests[M]) => void;
  /** How many listen to a notice now. */
  readonly listeners: (notice: keyof Notices) => number;
}

export function createFakeBridge(name: SceneName, { startMilliseconds = Date.UTC(2026, 2, 4, 13, 0, 0), paceMilliseconds = 0 }: FakeOptions = {}): FakeBridge {
  const scene = aScene(name, startMilliseconds);
  const announcer = new Announcer();
  const answers: Requests = answersOf(scene, announcer, paceMilliseconds);
  const calls: { method: keyof Requests; input: unknown }[] = [];
  const noted = <M extends keyof Requests>(method: M) => (input: never): unknown => {
    calls.push({ method, input });
    return (answers[method] as (input: never) => unknown)(input);
  };
  const requests = Object.fromEntries((Object.keys(answers) as (keyof Requests)[]).map((method) => [method, noted(method)])) as unknown as Requests;
  return {
    ...requests,
    isFake: true,
    scene,
    calls,
    on: (notice, listener) => announcer.on(notice, listener),
    announce: (notice, payload) => { announcer.announce(notice, payload); },
    answerWith: (method, answer) => { answers[method] = answer; },
    listeners: (notice) => announcer.count(notice),
  };
}
