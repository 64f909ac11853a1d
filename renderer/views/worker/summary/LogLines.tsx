import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
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
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => scroll.current, estimateSize: () => lineHeight, overscan: 20 });
  useEffect(() => {
    if (following && lines.length > 0) virtual.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [following, lines, virtual]);

  const noticeLeaving = (): void => {
    const element = scroll.current;
    if (following && element && element.scrollHeight - element.scrollTop - element.clientHeight > 3 * lineHeight) onLeaveEnd();
  };

  return (
    <div ref={scroll} className={styles.lines} role="region" aria-label="Log lines" tabIndex={0} onWheel={noticeLeaving} onKeyUp={noticeLeaving} onPointerUp={noticeLeaving}>
      <div className={styles.space} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          return line && (
            <div key={line.number} className={styles.line} data-stream={line.stream} style={{ transform: `translateY(${start}px)` }}>
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
