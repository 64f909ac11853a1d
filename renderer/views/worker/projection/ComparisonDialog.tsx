import type { DiffLine } from '../../../../shared/revision.ts';
import { countText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import styles from './ComparisonDialog.module.css';

interface Props {
  readonly comparison: NonNullable<ProjectionStore['comparison']>;
  readonly onClose: () => void;
}

/** One file line by line: as it was delivered before, and as it is staged now. */
export function ComparisonDialog({ comparison: { destination, shown }, onClose }: Props) {
  return (
    <Dialog title="Since the last delivery" size="wide" isOpen onClose={onClose} actions={<Button autoFocus onPress={onClose}>Close</Button>}>
      <p className={styles.place}><code>{destination}</code></p>
      {shown.kind === 'none'
        ? <p>Not shown: {shown.says}. The hashes on its card tell whether it is the same.</p>
        : <ol className={styles.lines} tabIndex={0} aria-label="Lines">{numbered(shown.lines).map(({ id, line }) => <Line key={id} line={line} />)}</ol>}
    </Dialog>
  );
}

/** Lines have nothing that tells them apart but their place. */
const numbered = (lines: readonly DiffLine[]) => lines.map((line, index) => ({ id: String(index), line }));

const signs = { same: '\u00a0', added: '+', removed: '\u2212' } as const;
const words = { same: 'as before', added: 'added', removed: 'removed' } as const;

function Line({ line }: { readonly line: DiffLine }) {
  if (line.kind === 'skipped') return <li data-kind="skipped">{countText(line.lines, 'line')} as before</li>;
  return <li data-kind={line.kind}><span role="img" aria-label={words[line.kind]}>{signs[line.kind]}</span><code>{line.text === '' ? '\u00a0' : line.text}</code></li>;
}
