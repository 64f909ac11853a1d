import { destinationFolderOf, fileClasses, isStaged, type FileClass } from '../../../../shared/manifest.ts';
import { countText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { RefusalNote } from '../../../components/RefusalNote.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import { classWords, reviewWords } from '../../../words/projection-text.ts';
import styles from './ProjectionTab.module.css';

const mostNames = 40;
const classes = fileClasses.map((id) => ({ id, label: classWords[id] }));

/** What was chosen, before it is staged: which class it is of decides where it goes. */
export function ChosenCard({ state, selection }: { readonly state: ProjectionStore; readonly selection: NonNullable<ProjectionStore['selection']> }) {
  const { names, kind } = selection;
  const shown = names.slice(0, mostNames);
  const title = kind === 'folder' ? 'Chosen folder' : `${countText(names.length, 'file')} chosen`;
  const actions = (
    <>
      <Button size="small" tone="quiet" onPress={state.dropSelection}>Forget the choice</Button>
      <Button size="small" tone="primary" isDisabled={!isStaged(state.fileClass)} isPending={state.asking.has('stage')} onPress={() => { void state.stage(); }}>
        {kind === 'folder' ? 'Stage folder' : `Stage ${countText(names.length, 'file')}`}
      </Button>
    </>
  );
  return (
    <Card title={title} actions={actions}>
      <div className={styles.chosen}>
        <div>
          <div className={styles.names}>
            {shown.map((name) => <code key={name} title={name}>{name}</code>)}
            {names.length > shown.length && <span>and {names.length - shown.length} more</span>}
          </div>
          <p>{explanationOf(state.fileClass)}</p>
        </div>
        <SelectField label="Class" options={classes} value={state.fileClass} onChange={state.setClass} help={isStaged(state.fileClass) ? `Goes below ${destinationFolderOf(state.fileClass)}` : 'Goes nowhere'} />
        <RefusalNote refusal={state.refusals.get('stage')} />
      </div>
    </Card>
  );
}

function explanationOf(fileClass: FileClass): string {
  return isStaged(fileClass)
    ? `Staging reads and hashes them on this machine. Nothing reaches the worker before it is delivered. ${reviewWords[fileClass]}`
    : 'The bytes of a credential are never staged. Use a grant: with one the worker can use the credential without being given the file.';
}
