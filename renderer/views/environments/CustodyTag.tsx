import type { TransferSource } from '../../../shared/external.ts';
import type { StandingGroup } from '../../../shared/standing.ts';
import { Tag } from '../../components/Tag.tsx';

interface Props {
  readonly group: StandingGroup;
  /** By whose word it came here, where somebody else made it. */
  readonly transferred: TransferSource['by'] | undefined;
  /** Why it is not offered for attaching. */
  readonly why: readonly string[] | undefined;
}

const words: Readonly<Record<StandingGroup, string>> = { ours: 'created', attached: 'attached', attachable: 'attachable', other: 'other' };

const transferredWords: Readonly<Record<TransferSource['by'], string>> = { release: 'transferred', statement: 'transferred, on your word' };

/** In whose hands it is, in one word; why it is another’s stands behind that. */
export function CustodyTag({ group, transferred, why }: Props) {
  return <span title={why?.join('; ')}><Tag tone={group === 'ours' ? 'ours' : 'plain'}>{transferred ? transferredWords[transferred] : words[group]}</Tag></span>;
}

/** The same in a list, which tells less of a thing than a look at it. */
export const ListedCustodyTag = (props: Props) => <CustodyTag {...props} why={props.group === 'attachable' ? ['as far as this list tells: its own page looks closer'] : props.why} />;
