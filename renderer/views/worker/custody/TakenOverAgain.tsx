import { isBack, type Resource } from '../../../../shared/binding.ts';
import type { Endpoint } from '../../../../shared/ids.ts';
import { IdText } from '../../../components/IdText.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { hrefOf } from '../../../routing/route.ts';

/** What came back of what was given away: it is this console’s by that, unless it was left, and each thing has its own page. */
export function TakenOverAgain({ resources, endpoint }: { readonly resources: readonly Resource[]; readonly endpoint: Endpoint }) {
  return resources.map((resource) => {
    const { role, kind, name, present, returned, absent } = resource;
    const id = kind === 'volume' ? name : (present?.value.id ?? name);
    return returned && (
      <span key={role}>
        <br />{isBack(resource) ? <a href={hrefOf({ kind: 'external', endpoint, resource: kind, id })}>{kind} {name}</a> : <>{kind} <IdText value={name} what={`${kind} name`} /></>}, taken over again <InstantText at={returned.at} />, <ReceiptLink seq={returned.seq} />
        {returned.left && <>; left <InstantText at={returned.left.at} />, <ReceiptLink seq={returned.left.seq} />: it is not this console’s</>}
        {absent && <>; verified absent, <ReceiptLink seq={absent.seq} /></>}
      </span>
    );
  });
}
