import type { Resource } from '../../../../shared/binding.ts';
import { receiverText } from '../../../../shared/external.ts';
import { IdText } from '../../../components/IdText.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';

/** What is away by another release than the one that is told of: it may be somebody else’s. */
export const GivenOtherwise = ({ resources }: { readonly resources: readonly Resource[] }) =>
  resources.map(({ role, kind, name, released }) => released && (
    <span key={role}><br />{kind} <IdText value={name} what={`${kind} name`} />: not by this release; it was released to {receiverText(released.to)} <InstantText at={released.at} />, <ReceiptLink seq={released.seq} /></span>
  ));
