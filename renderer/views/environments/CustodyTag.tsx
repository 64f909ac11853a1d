import type { StandingGroup } from '../../../shared/standing.ts';
import { Tag } from '../../components/Tag.tsx';

interface Props {
  readonly group: StandingGroup;
  readonly transferred: true | undefined;
  /** Why it is not offered for attaching. */
  readonly why: readonly string[] | undefined;
}

const words: Readonly<Record<StandingGroup, string>> = { ours: 'created', attached: 'attached', attachable: 'attachable', other: 'other' };

/** In whose hands it is, in one word; why it is another’s stands behind that. */
export function CustodyTag({ group, transferred, why }: Props) {
  return <span title={why?.join('; ')}><Tag tone={group === 'ours' ? 'ours' : 'plain'}>{transferred ? 'transferred' : words[group]}</Tag></span>;
}
