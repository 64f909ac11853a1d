import { capabilityMark, type Capability, type CapabilityWord } from '../../../shared/capabilities.ts';
import { Card } from '../../components/Card.tsx';
import { EvidenceMark } from '../../components/EvidenceMark.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import styles from './CapabilitiesCard.module.css';

const words: readonly CapabilityWord[] = ['supported', 'failed', 'untested', 'unsupported'];

/** What can be done on this engine, as far as this ledger shows. */
export function CapabilitiesCard({ capabilities }: { readonly capabilities: readonly Capability[] }) {
  const counts = words.map((word) => [capabilities.filter((one) => one.word === word).length, word] as const).filter(([count]) => count > 0);
  return (
    <Card title="What works here" aside={counts.map(([count, word]) => `${count} ${word}`).join(', ')} foot="Supported is what took effect on this very engine, in the version that it has now: no flag and no version number counts as that.">
      <ul className={styles.list}>
        {capabilities.map((one) => (
          <li key={one.name} className={styles.one} data-word={one.word}>
            <EvidenceMark mark={capabilityMark(one.word)} />
            <span className={styles.name}>{one.name}</span>
            <span className={styles.word}>{one.word}</span>
            <span className={styles.says}>{one.says}{one.seq !== undefined && <>, <ReceiptLink seq={one.seq} /></>}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
