import fc from 'fast-check';
import type { Fault } from '../exchange.ts';

export const askable = ['create_network', 'create_volume', 'create_container', 'start_container', 'stop_container', 'remove_container', 'remove_network', 'remove_volume'] as const;
export type Askable = (typeof askable)[number];

export type Move =
  /** Asks for one effect. Its own request, or one of the questions around it, may meet a fault. */
  | { readonly kind: 'ask'; readonly operation: Askable; readonly fault?: Fault; readonly question?: QuestionFault }
  /** Looks again at everything that is open. */
  | { readonly kind: 'look'; readonly question?: QuestionFault }
  /** Opens the console anew on the same ledger. */
  | { readonly kind: 'restart' }
  /** Closes everything that is open as not applied, if that can be. */
  | { readonly kind: 'close'; readonly question?: QuestionFault }
  /** What was delayed reaches the engine now. */
  | { readonly kind: 'release' }
  /** Every connection ends. */
  | { readonly kind: 'hang_up' };

/** A fault on the question after so many others. */
export interface QuestionFault {
  readonly skip: number;
  readonly fault: Fault;
}

const bytes = fc.integer({ min: 0, max: 400 });
const cut: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('cut_answer' as const), afterBytes: bytes }),
  fc.record({ kind: fc.constant('reset_answer' as const), afterBytes: bytes }),
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 3, arbitrary: cut },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'hold_request' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'reset_request' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'hold_answer' }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delay_request' as const), afterQuestions: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(Infinity)) }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'replace_answer', status: 201, body: '' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'replace_answer', status: 500, body: '{"message":"something went wrong"}' }) },
);

const question: fc.Arbitrary<QuestionFault> = fc.record({
  skip: fc.integer({ min: 0, max: 5 }),
  fault: fc.oneof(
    { weight: 4, arbitrary: cut },
    { weight: 2, arbitrary: fc.constant<Fault>({ kind: 'replace_answer', status: 500, body: '{"message":"something went wrong"}' }) },
    { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'hold_answer' }) },
  ),
});

/** Mostly there is none: a schedule of nothing but faults comes nowhere. */
const sometimes = <Value>(value: fc.Arbitrary<Value>, name: string, share: number) => fc.option(value, { nil: undefined, freq: share }).map((found) => (found === undefined ? {} : { [name]: found }));

const asking = (operations: readonly Askable[]): fc.Arbitrary<Move> =>
  fc.tuple(fc.constantFrom(...operations), sometimes(fault, 'fault', 2), sometimes(question, 'question', 1)).map(([operation, met, around]): Move => ({ kind: 'ask', operation, ...met, ...around }));

const repairing: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: sometimes(question, 'question', 1).map((around): Move => ({ kind: 'look', ...around })) },
  { weight: 3, arbitrary: sometimes(question, 'question', 1).map((around): Move => ({ kind: 'close', ...around })) },
  { weight: 2, arbitrary: fc.constant<Move>({ kind: 'restart' }) },
  { weight: 2, arbitrary: fc.constant<Move>({ kind: 'release' }) },
  { weight: 1, arbitrary: fc.constant<Move>({ kind: 'hang_up' }) },
);

const movesOf = (operations: readonly Askable[], maxLength: number): fc.Arbitrary<readonly Move[]> =>
  fc.array(fc.oneof({ weight: 3, arbitrary: asking(operations) }, { weight: 2, arbitrary: repairing }), { minLength: 2, maxLength });

/** On a container that was created without a fault: one that was not can be neither started nor stopped. */
const withContainer = (moves: fc.Arbitrary<readonly Move[]>): fc.Arbitrary<readonly Move[]> => moves.map((after) => [{ kind: 'ask', operation: 'create_container' }, ...after]);

/** Mostly of what costs an engine little; some with a network or a container, a few with everything and a container that runs. */
export const schedules: fc.Arbitrary<readonly Move[]> = fc.oneof(
  { weight: 6, arbitrary: movesOf(['create_volume', 'remove_volume'], 8) },
  { weight: 2, arbitrary: movesOf(['create_network', 'create_network', 'remove_network'], 8) },
  { weight: 3, arbitrary: movesOf(['create_volume', 'create_container', 'create_container', 'remove_container', 'remove_volume'], 8) },
  { weight: 1, arbitrary: withContainer(movesOf(['start_container', 'start_container', 'stop_container', 'remove_container'], 6)) },
  { weight: 1, arbitrary: movesOf(askable, 10) },
);
