import type { EngineRow } from '../../../shared/bridge-values.ts';
import { countText, cpuText, memoryText, pidsText } from '../../../shared/quantities.ts';
import type { ResourceRole } from '../../../shared/reference.ts';
import { guest } from '../../../shared/worker-spec.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { EvidenceMark } from '../../components/EvidenceMark.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { navigate } from '../../routing/use-route.ts';
import { useDraft, useStores } from '../../stores/use-stores.ts';
import { memoryBytesOf, type CheckedDraft, type WorkerDraft } from '../../stores/worker-draft.ts';
import { argvText } from '../../words/execution-text.ts';
import { namePreview } from '../../words/name-preview.ts';
import styles from './NewWorkerView.module.css';

interface Props {
  readonly draft: WorkerDraft;
  readonly checked: CheckedDraft;
  readonly engine: EngineRow;
}

/** What will be there afterwards, as it is being filled in, and the one button that asks for it. */
export function DraftSummary({ draft, checked, engine }: Props) {
  const argv = draft.argv.filter((argument) => argument !== '');
  return (
    <div className={styles.summary}>
      <Card title="Will be created" aside={`on ${engine.label}`}>
        <ul className={styles.made}>
          {draft.network === 'internal' && <Made draft={draft} role="network" says="network, internal, with a /28 of its own" />}
          <Made draft={draft} role="work" says={`volume, at ${guest.work}`} />
          <Made draft={draft} role="state" says={`volume, at ${guest.state}`} />
          <Made draft={draft} role="container" says={`container, ${draft.network === 'none' ? 'without a network' : 'joined to that network alone'}, with a read-only root, no capabilities, not as root`} />
        </ul>
        <div className={styles.rest}>
          <Facts>
            <Fact name="Image">{draft.image ? draft.image.reference : 'not chosen yet'}</Fact>
            <Fact name="Limits">{limitsText(draft)}</Fact>
            <Fact name="A launch runs">{argv.length === 0 ? 'nothing yet' : <code>{argvText(argv)}</code>}</Fact>
            <Fact name="Results">{draft.artifacts.length === 0 ? 'none declared' : countText(draft.artifacts.length, 'file')}</Fact>
          </Facts>
        </div>
        <Submit draft={draft} checked={checked} />
      </Card>
    </div>
  );
}

const Made = ({ draft, role, says }: { readonly draft: WorkerDraft; readonly role: ResourceRole; readonly says: string }) => (
  <li><EvidenceMark mark="none" label="not asked" /><span><code>{namePreview(draft.seat, role)}</code><small>{says}</small></span></li>
);

function limitsText(draft: WorkerDraft): string {
  const cpu = Number.isFinite(draft.cpus) ? cpuText(Math.round(draft.cpus * 1000)) : 'CPU?';
  const memory = Number.isFinite(draft.memory.amount) ? memoryText(memoryBytesOf(draft)) : 'memory?';
  return `${cpu}, ${memory}, ${Number.isFinite(draft.pids) ? pidsText(draft.pids) : 'processes?'}`;
}

function Submit({ draft, checked }: Pick<Props, 'draft' | 'checked'>) {
  const { tried, markTried, prepare, asking, refusals } = useDraft((state) => state);
  const { say } = useStores();
  const wrong = checked.errors.size;
  const submit = async (): Promise<void> => {
    markTried();
    if (!checked.worker) {
      say.getState().say(`${countText(wrong, 'field')} to look at.`);
      requestAnimationFrame(() => { document.querySelector<HTMLElement>('form [data-invalid] :is(input, textarea, button)')?.focus(); });
      return;
    }
    const binding = await prepare(checked.worker);
    if (binding) navigate({ kind: 'worker', binding, tab: 'summary' });
  };
  return (
    <div className={styles.submit}>
      <Button tone="primary" isPending={asking.has('prepare')} onPress={() => { void submit(); }}>Prepare worker</Button>
      {tried && wrong > 0 && <p data-wrong>{countText(wrong, 'field')} to look at first.</p>}
      <p>Writes the request into the ledger, then creates {draft.network === 'none' ? '' : 'a network, '}two volumes and one container. Nothing is started.</p>
      <RefusalNote refusal={refusals.get('prepare')} />
    </div>
  );
}
