import type { Refusal } from '../../../shared/refusal.ts';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import styles from './RefusalBelow.module.css';

/** A refusal at the end of a card. */
export const RefusalBelow = ({ refusal }: { readonly refusal: Refusal | undefined }) =>
  refusal ? <div className={styles.below}><RefusalNote refusal={refusal} /></div> : null;
