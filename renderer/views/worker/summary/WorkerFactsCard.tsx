import type { Binding } from '../../../../shared/binding.ts';
import type { BindingId } from '../../../../shared/ids.ts';
import { lifetimeOf, lifetimeText } from '../../../../shared/lifetime.ts';
import { bytesText, countText, cpuText, memoryText, pidsText } from '../../../../shared/quantities.ts';
import type { WorkerSpec } from '../../../../shared/worker-spec.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Fact, Facts } from '../../../components/Facts.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { InstantText } from '../../../components/InstantText.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { hrefOf } from '../../../routing/route.ts';
import { navigate } from '../../../routing/use-route.ts';
import { useDraft } from '../../../stores/use-stores.ts';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';

const mostDeclared = 3;

export function WorkerFactsCard() {
  const { row, binding, engine } = useWorkerView();
  const { spec } = binding;
  const startFrom = useDraft((state) => state.startFrom);
  const again = async (): Promise<void> => {
    await startFrom(row.binding);
    navigate({ kind: 'new_worker' });
  };
  const { cpuMilli, memoryBytes, pids } = spec.resources;
  return (
    <Card title="Worker" actions={<Button size="small" onPress={() => { void again(); }}>New worker like this</Button>} aside={<Tag tone={row.custody === 'created' || row.custody === 'transferred' ? 'ours' : 'plain'}>{row.custody}</Tag>}>
      <Facts>
        <Fact name="Seat">{spec.seat}</Fact>
        <Fact name="Binding"><IdText value={binding.id} what="binding id" /></Fact>
        <Fact name="Generation">{spec.generation}</Fact>
        <Fact name="Engine"><a href={hrefOf({ kind: 'environments', endpoint: engine.endpoint })}>{engine.label}</a><small><IdText value={engine.id} what="engine id" /></small></Fact>
        <Fact name="Image">{spec.image.reference}<small><IdText value={spec.image.id} what="image id" /></small></Fact>
        <Fact name="Container">{row.containerId ? <IdText value={row.containerId} what="container id" /> : 'none seen'}</Fact>
        <Fact name="Network">{networkText(binding)}</Fact>
        <Fact name="Limits">{cpuText(cpuMilli)}, {memoryText(memoryBytes)}, {pidsText(pids)}</Fact>
        <Fact name="Declared"><Declared artifacts={spec.artifacts} binding={binding.id} /></Fact>
        <Fact name="Lifetime">{lifetimeText(lifetimeOf(spec))}<small>Its volumes keep what it wrote until each is removed; nothing of it is copied elsewhere.</small></Fact>
        <Fact name="Requested"><InstantText at={binding.requested.at} /><small><ReceiptLink seq={binding.requested.seq} /></small></Fact>
        <Fact name="Last receipt"><InstantText at={row.last.at} /><small><ReceiptLink seq={row.last.seq} /></small></Fact>
      </Facts>
    </Card>
  );
}

/** Its addresses, once they were seen: which they are is chosen at its preparation. */
function networkText({ spec, resources }: Binding): string {
  if (spec.network === 'none') return 'none';
  const subnet = resources.network.present?.value.subnet;
  return subnet === undefined ? 'its own, not seen yet' : `its own, ${subnet}`;
}

function Declared({ artifacts, binding }: { readonly artifacts: WorkerSpec['artifacts']; readonly binding: BindingId }) {
  if (artifacts.length === 0) return <>no results</>;
  const hidden = artifacts.length - mostDeclared;
  return (
    <>
      {artifacts.slice(0, mostDeclared).map(({ path, maxBytes }) => <span key={path}><code>{path}</code><small>up to {bytesText(maxBytes)}</small></span>)}
      {hidden > 0 && <a href={hrefOf({ kind: 'worker', binding, tab: 'artifacts' })}>{countText(hidden, 'more result')}</a>}
    </>
  );
}
