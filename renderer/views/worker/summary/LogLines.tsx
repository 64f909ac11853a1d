import { useEffect, useRef } from 'react';
import { useRowsInSight } from '../../../components/use-rows-in-sight.ts';
import type { LogLine } from '../../../stores/log-store.ts';
import { clockText, isInstant } from '../../../words/instant-text.ts';
import styles from './LogCard.module.css';

const lineHeight = 18;

interface Props {
  readonly lines: readonly LogLine[];
  readonly following: boolean;
  /** A person scrolled away from the end: what they read must hold still. */
  readonly onLeaveEnd: () => void;
}

export function LogLines({ lines, following, onLeaveEnd }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const { rows, height, toIndex } = useRowsInSight({ scroll, count: lines.length, rowHeight: lineHeight });
  useEffect(() => {
    if (following) toIndex(lines.length - 1);
  }, [following, lines, toIndex]);

  const noticeLeaving = (): void => {
    const element = scroll.current;
    if (following && element && element.scrollHeight - element.scrollTop - element.clientHeight > 3 * lineHeight) onLeaveEnd();
  };

  return (
    <div ref={scroll} className={styles.lines} role="region" aria-label="Log lines" tabIndex={0} onWheel={noticeLeaving} onKeyUp={noticeLeaving} onPointerUp={noticeLeaving}>
      <div className={styles.space} style={{ height: height }}>
        {rows.map((index) => {
          const line = lines[index];
          return line && (
            <div key={line.number} className={styles.line} data-stream={line.stream} style={{ transform: `translateY(${index * lineHeight}px)` }}>
              <time dateTime={line.at} title={line.at}>{isInstant(line.at) ? clockText(line.at) : ''}</time>
              <span className={styles.stream}>{line.stream === 'stderr' ? 'err' : 'out'}</span>
              <span>{line.text}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
