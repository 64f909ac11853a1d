import type { ExternalView } from '../../../shared/external-view.ts';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IdText } from '../../components/IdText.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { hrefOf } from '../../routing/route.ts';
import { markOfState } from '../../words/container-text.ts';

/** What identifies it: read now, or as it was recorded where it is not there any more. */
export function IdentityCard({ view: { ref, endpoint, engineLabel, seen, known, readAt } }: { readonly view: ExternalView }) {
  const identity = seen?.identity ?? known?.identity;
  const container = seen?.container;
  return (
    <Card title="Identity" aside={<>read <InstantText at={readAt} /></>}>
      <Facts>
        <Fact name="Kind">{ref.resource}</Fact>
        <Fact name="Name"><code>{ref.name}</code></Fact>
        {ref.resource !== 'volume' && <Fact name="Id"><IdText value={ref.id} what={`${ref.resource} id`} /></Fact>}
        <Fact name="Engine"><a href={hrefOf({ kind: 'environments', endpoint })}>{engineLabel}</a><small><IdText value={ref.engine} what="engine id" /></small></Fact>
        {!seen && <Fact name="Now"><Evidence mark="refused" says="not there any more" /></Fact>}
        {container && <Fact name="Now"><Evidence mark={markOfState(container.state)} says={container.state} /></Fact>}
        {identity && <Fact name="Created">{identity.created === '' ? 'not told' : <code>{identity.created}</code>}</Fact>}
        {identity?.imageId && <Fact name="Image"><IdText value={identity.imageId} what="image id" /></Fact>}
        {identity?.driver && <Fact name="Driver">{identity.driver}</Fact>}
        {identity?.subnet && <Fact name="Addresses">{identity.subnet}</Fact>}
        {container && container.volumes.length > 0 && <Fact name="Mounts">{container.volumes.map((name) => <IdText key={name} value={name} what="volume name" />)}</Fact>}
        {seen && ref.resource !== 'container' && <Fact name={ref.resource === 'network' ? 'On it' : 'Mounted by'}>{seen.usedBy.length === 0 ? 'nothing' : seen.usedBy.join(', ')}</Fact>}
      </Facts>
    </Card>
  );
}
