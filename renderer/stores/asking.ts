import { faultText } from '../../shared/error-code.ts';
import { refusal as refusalOf, type Refusal } from '../../shared/refusal.ts';
import type { Result } from '../../shared/result.ts';

/** What was asked for and not answered yet, and what was refused, by the place in the view where it arose. */
export interface Asking<Place extends string> {
  readonly asking: ReadonlySet<Place>;
  readonly refusals: ReadonlyMap<Place, Refusal>;
}

export const nothingAsked: Asking<never> = { asking: new Set<never>(), refusals: new Map<never, Refusal>() };

export function withAsked<Place extends string>(state: Asking<Place>, place: Place): Asking<Place> {
  return { asking: new Set([...state.asking, place]), refusals: without(state.refusals, place) };
}

export function withAnswered<Place extends string>(state: Asking<Place>, place: Place, refusal?: Refusal): Asking<Place> {
  const asking = new Set([...state.asking].filter((other) => other !== place));
  return { asking, refusals: refusal ? new Map(state.refusals).set(place, refusal) : without(state.refusals, place) };
}

function without<Place extends string>(refusals: ReadonlyMap<Place, Refusal>, place: Place): ReadonlyMap<Place, Refusal> {
  return new Map([...refusals].filter(([other]) => other !== place));
}

/** What was thrown instead of an answer, as what is shown in its place. */
const brokenOff = (fault: unknown): Refusal => refusalOf('engine_failed', `It broke off: ${faultText(fault)}.`, 'Look at the receipts to see how far it came, then try again.');

type SetAsking<Place extends string> = (change: (state: Asking<Place>) => Asking<Place>) => void;

/**
 * Asks once per place: a second call while the first is not answered is left out. Answers the value, or nothing after a
 * refusal, which is kept for the view.
 */
export function askingIn<Place extends string>(set: SetAsking<Place>) {
  const underWay = new Set<Place>();
  return async <Value>(place: Place, request: () => Promise<Result<Value>>): Promise<Value | undefined> => {
    if (underWay.has(place)) return undefined;
    underWay.add(place);
    set((state) => withAsked(state, place));
    let refusal: Refusal | undefined;
    try {
      const result = await request();
      if (result.ok) return result.value;
      refusal = result.refusal;
      return undefined;
    } catch (fault) {
      refusal = brokenOff(fault);
      throw fault;
    } finally {
      underWay.delete(place);
      set((state) => withAnswered(state, place, refusal));
    }
  };
}
