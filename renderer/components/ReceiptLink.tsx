import { hrefOf } from '../routing/route.ts';
import { numberText } from '../../shared/quantities.ts';
import styles from './ReceiptLink.module.css';

/** Where in the ledger something is written. */
export const ReceiptLink = ({ seq }: { readonly seq: number }) => <a className={styles.receipt} href={hrefOf({ kind: 'ledger', seq })}>receipt {numberText(seq)}</a>;
