import type { EngineRow, WorkerRow } from '../../../shared/bridge-values.ts';
import { operationNames, labelOf } from '../../../shared/operations.ts';
import type { ReceiptFilter } from '../../../shared/receipt-filter.ts';
import type { Disposition } from '../../../shared/receipt.ts';
import type { Option } from '../../components/SelectField.tsx';
import { middleOut } from '../../words/short-id.ts';

export type BodyFilter = NonNullable<ReceiptFilter['body']> | 'all';

export const bodyChips: readonly { readonly id: BodyFilter; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'intent', label: 'Intents' },
  { id: 'settlement', label: 'Settlements' },
  { id: 'observation', label: 'Observations' },
  { id: 'decision', label: 'Decisions' },
];

export const operationOptions = operationNames.map((id) => ({ id, label: labelOf(id) }));

export const actorOptions = [
  { id: 'adm', label: 'Operator' },
  { id: 'agt', label: 'Agent' },
  { id: 'atm', label: 'Console' },
] as const;

export const dispositionOptions: readonly Option<Disposition>[] = [
  { id: 'applied', label: 'Applied' },
  { id: 'no_op', label: 'Was so already' },
  { id: 'refused', label: 'Refused' },
  { id: 'not_applied', label: 'Not applied' },
];

export const workerOptions = (rows: readonly WorkerRow[]) => rows.map(({ binding, seat, generation, state }) => ({ id: binding, label: `${seat} #${generation}`, detail: state.says }));

/** Engines that answered since the console was started: only those say who they are. */
export const engineOptions = (rows: readonly EngineRow[]) => [...new Map(rows.flatMap(({ facts }) => (facts ? [[facts.engine, { id: facts.engine, label: facts.name, detail: middleOut(facts.engine, 16) }] as const] : []))).values()];
