import type { Projection } from '../../../../shared/binding.ts';
import type { Digest } from '../../../../shared/ids.ts';
import { bytesText, countText } from '../../../../shared/quantities.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { useToday } from '../../../components/use-today.ts';
import { recentText } from '../../../words/instant-text.ts';
import { shortId } from '../../../words/short-id.ts';
import styles from './ProjectionTab.module.css';

interface Props {
  readonly projections: readonly Projection[];
  readonly value: Digest | null;
  readonly onChange: (manifest: Digest) => void;
}

/** Which of the manifests staged so far is looked at. */
export function ManifestSelect({ projections, value, onChange }: Props) {
  const today = useToday();
  if (projections.length < 2) return null;
  const options = [...new Map(projections.map((projection) => [projection.manifest, projection])).values()].toReversed().map(({ manifest, staged }) => ({
    id: manifest,
    label: `${countText(staged.value.files, 'file')}, ${bytesText(staged.value.bytes)}, ${shortId(manifest)}`,
    detail: recentText(staged.at, today),
  }));
  return <div className={styles.pick}><SelectField label="Manifest" labelHidden options={options} value={value} onChange={onChange} /></div>;
}
