import { dateText, instantText, isInstant, isSameDay, timeText } from '../words/instant-text.ts';
import styles from './InstantText.module.css';

/** When something happened, always with its zone; in full on hover. */
export function InstantText({ at }: { readonly at: string }) {
  if (!isInstant(at)) return <span className={styles.instant}>not known</span>;
  return (
    <time className={styles.instant} dateTime={at} title={`${instantText(at)} (${at})`}>
      {!isSameDay(at, new Date().toISOString()) && <span className={styles.date}>{dateText(at)} </span>}
      {timeText(at)}
    </time>
  );
}
