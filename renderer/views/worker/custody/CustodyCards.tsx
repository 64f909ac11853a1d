import { isOurs, type Resource } from '../../../../shared/binding.ts';
import type { TeardownPlan } from '../../../../shared/teardown.ts';
import { custodyOf, type WorkerCustody } from '../../../../shared/worker-state.ts';
import { Card } from '../../../components/Card.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';

const roleNames = { container: 'Container', work: 'Workspace', state: 'State', network: 'Network' } as const;

const oursWords: Readonly<Record<WorkerCustody, string>> = { created: 'created', transferred: 'transferred', removed: 'all gone', released: 'nothing', left: 'nothing', none: 'nothing' };

export function CustodyCards({ plan }: { readonly plan: TeardownPlan }) {
  const { binding } = useWorkerView();
  const { container, network, work, state } = binding.resources;
  const resources = binding.spec.network === 'none' ? [container, work, state] : [container, network, work, state];
  const custody = custodyOf(binding);
  return (
    <>
      <Card title="Ours" aside={<Tag tone={custody === 'created' || custody === 'transferred' ? 'ours' : 'plain'}>{oursWords[custody]}</Tag>}>
        <Facts>{resources.map((resource) => <Fact key={resource.role} name={roleNames[resource.role]}><Owned resource={resource} /></Fact>)}</Facts>
      </Card>
      <Card title="Not ours, stays">
        <Facts>
          {plan.kept.length === 0 && <Fact name="Nothing">No other thing is touched by this teardown.</Fact>}
          {plan.kept.map(({ kind, name, why }) => (
            <Fact key={`${kind} ${name}`} name={kind.charAt(0).toUpperCase() + kind.slice(1)}><IdText value={name} what={kind} /><small>{why}</small></Fact>
          ))}
        </Facts>
      </Card>
    </>
  );
}

function SinceReturned({ returned, absent }: { readonly returned: NonNullable<Resource['returned']>; readonly absent: Resource['absent'] }) {
  return (
    <>
      ; taken over again, <ReceiptLink seq={returned.seq} />
      {returned.left && <>; left, <ReceiptLink seq={returned.left.seq} /></>}
      {absent && <>; verified absent, <ReceiptLink seq={absent.seq} /></>}
    </>
  );
}

function Owned({ resource }: { readonly resource: Resource }) {
  const { kind, name, present, absent, creation } = resource;
  const id = kind === 'volume' ? undefined : present?.value.id;
  if (resource.released) return <><IdText value={id ?? name} what={`${kind} ${id ? 'id' : 'name'}`} /><small>released, <ReceiptLink seq={resource.released.seq} />{resource.returned && <SinceReturned returned={resource.returned} absent={absent} />}</small></>;
  if (!isOurs(resource)) return <>{creation ? 'not created, or not confirmed' : 'not created'}</>;
  return (
    <>
      <IdText value={id ?? name} what={id ? `${kind} id` : `${kind} name`} />
      {absent ? <small>verified absent, <ReceiptLink seq={absent.seq} /></small> : creation?.settlement && <small>created, <ReceiptLink seq={creation.settlement.seq} /></small>}
    </>
  );
}
