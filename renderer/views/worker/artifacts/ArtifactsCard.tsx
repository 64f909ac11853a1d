import { useMemo, useState } from 'react';
import type { ArtifactState, Noted } from '../../../../shared/binding.ts';
import { executionOfResults, isPastExport, owedBy } from '../../../../shared/execution-results.ts';
import type { FactValue } from '../../../../shared/facts.ts';
import type { AttemptId, ExecutionId } from '../../../../shared/ids.ts';
import { bytesText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { Evidence } from '../../../components/Evidence.tsx';
import { IdText } from '../../../components/IdText.tsx';
import { ReceiptLink } from '../../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { Table } from '../../../components/Table.tsx';
import type { ArtifactsStore } from '../../../stores/artifacts-store.ts';
import { useWorkerView } from '../../../stores/use-worker-stores.ts';
import { artifactEvident, checkedEvident, declaredText, exportOfText, leftBefore, owedText } from '../../../words/artifact-text.ts';
import styles from './ArtifactsTab.module.css';
import { WaiveArtifact } from './WaiveArtifact.tsx';

const head = (
  <>
    <th scope="col">Result</th>
    <th scope="col">Outcome</th>
    <th scope="col" data-align="end">Size</th>
    <th scope="col">Hash</th>
    <th scope="col" data-align="end"><span>Action</span></th>
  </>
);

export function ArtifactsCard({ state }: { readonly state: ArtifactsStore }) {
  const { binding, calling } = useWorkerView();
  const known = useMemo(() => new Set(calling), [calling]);
  const { artifacts } = binding;
  const owed = owedText(binding);
  return (
    <Card title="Results" aside={owed === undefined ? undefined : <Evidence mark="needs_person" says={owed} />}>
      {artifacts.length === 0 ? <p className={styles.hint}>No result was declared for this worker, and none was picked. Browse the guest’s files to export one.</p> : (
        <div className={styles.results}><Table label="Results" head={head}>{artifacts.map((artifact) => <Row key={artifact.path} artifact={artifact} state={state} calling={known} />)}</Table></div>
      )}
    </Card>
  );
}

function Row({ artifact, state, calling }: { readonly artifact: ArtifactState; readonly state: ArtifactsStore; readonly calling: ReadonlySet<AttemptId> }) {
  const { binding } = useWorkerView();
  const { path, exported, lastLeft } = artifact;
  const declared = binding.spec.artifacts.find((other) => other.path === path);
  const value = exported?.value;
  const bytes = lastLeft?.value;
  const label = exported ? 'Export again' : 'Export';
  const refusal = state.refusals.get(`export ${path}`) ?? state.refusals.get(`waive ${path}`) ?? state.refusals.get(`check ${path}`);
  return (
    <tr>
      <th scope="row"><Path path={path} says={declared ? declaredText(declared) : 'picked'} /></th>
      <td>
        <div className={styles.outcome}>
          <Evidence {...artifactEvident(binding, artifact, calling)} />
          {exported && <Told artifact={artifact} told={exported} />}
          {value && 'says' in value && value.says !== refusal?.says && <small>{value.says}</small>}
          <WhereItIs artifact={artifact} />
        </div>
        {refusal && <div className={styles.refusal}><RefusalNote refusal={refusal} /></div>}
      </td>
      <td data-align="end" className={styles.cell}>{bytes ? bytesText(bytes.bytes) : ''}</td>
      <td>{bytes && <IdText hash value={bytes.digest} what="hash" />}</td>
      <td data-align="end">
        <span className={styles.acts}>
          {!isPastExport(binding) && <Button size="small" aria-label={`${label} ${path}`} isPending={state.asking.has(`export ${path}`)} onPress={() => { void state.exportPath(path); }}>{label}</Button>}
          {bytes && <Button size="small" aria-label={`Check ${path} again`} isPending={state.asking.has(`check ${path}`)} onPress={() => { void state.checkAgain(path); }}>Check again</Button>}
          {owedBy(binding, artifact) && <GiveUp path={path} state={state} />}
        </span>
      </td>
    </tr>
  );
}

function Told({ artifact, told }: { readonly artifact: ArtifactState; readonly told: Noted<FactValue<'exported'>> }) {
  const { binding } = useWorkerView();
  const whose = exportOfText(artifact, binding.executions, told);
  return (
    <>
      <small>{whose && `${whose}, `}<ReceiptLink seq={told.seq} /></small>
      {'destination' in told.value && <small>{told.value.destination}</small>}
    </>
  );
}

/** What brought it out stays where a later export did not, with what was seen there since. */
function WhereItIs({ artifact }: { readonly artifact: ArtifactState }) {
  const { checked } = artifact;
  const before = leftBefore(artifact);
  return (
    <>
      {before && <Evidence mark="seen" says="left before" />}
      {before && <Told artifact={artifact} told={before} />}
      {checked && <Evidence {...checkedEvident(checked.value)} />}
      {checked && <small><ReceiptLink seq={checked.seq} /></small>}
    </>
  );
}

function GiveUp({ path, state }: { readonly path: string; readonly state: ArtifactsStore }) {
  const { binding } = useWorkerView();
  // What the person was asked about, whatever begins meanwhile.
  const [asked, setAsked] = useState<{ readonly execution: ExecutionId | null }>();
  const close = (): void => { setAsked(undefined); };
  const ask = (): void => { setAsked({ execution: executionOfResults(binding)?.id ?? null }); };
  return (
    <>
      <Button size="small" tone="quiet" aria-label={`Give up ${path}`} isPending={state.asking.has(`waive ${path}`)} onPress={ask}>Give up</Button>
      {asked && <WaiveArtifact path={path} seat={binding.spec.seat} execution={asked.execution} onCancel={close} onConfirm={() => { close(); void state.waive(path, asked.execution); }} />}
    </>
  );
}

const Path = ({ path, says }: { readonly path: string; readonly says: string }) => <span className={styles.path}><code>{path}</code><small>{says}</small></span>;
