import { dateText, instantText, isInstant, timeText } from '../words/instant-text.ts';
import styles from './InstantText.module.css';
import { useToday } from './use-today.ts';

/** When something happened, always with its zone; in full on hover. */
export function InstantText({ at }: { readonly at: string }) {
  const today = useToday();
  if (!isInstant(at)) return <span className={styles.instant}>not known</span>;
  const date = dateText(at);
  return (
    <time className={styles.instant} dateTime={at} title={`${instantText(at)} (${at})`}>
      {date !== today && <span className={styles.date}>{date} </span>}
      {timeText(at)}
    </time>
  );
}
