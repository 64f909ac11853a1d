import { numberText } from '../../../../shared/quantities.ts';
import { Button } from '../../../components/Button.tsx';
import { ShortId } from '../../../components/ShortId.tsx';
import type { ProjectionStore } from '../../../stores/projection-store.ts';
import styles from './ProjectionTab.module.css';

/** How a manifest stands to the last delivery to the same places. */
export function RevisionBar({ state: { against, differing, setDiffering } }: { readonly state: ProjectionStore }) {
  if (!against) return null;
  const { added, changed, unchanged, gone } = against.counts;
  return (
    <section className={styles.against} aria-label="Changes">
      <p>Against the last delivery <ShortId hash value={against.manifest} />: {numberText(added)} added, {numberText(changed)} changed, {numberText(unchanged)} unchanged, {numberText(gone)} not in this one{gone > 0 && ', which no delivery takes out of the guest'}</p>
      <Button size="small" onPress={() => { setDiffering(!differing); }}>{differing ? 'Show all files' : 'Show only what differs'}</Button>
    </section>
  );
}
