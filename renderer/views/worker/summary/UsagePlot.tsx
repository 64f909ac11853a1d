import 'uplot/dist/uPlot.min.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import type uPlot from 'uplot';
import { useTheme } from '../../../styles/theme.ts';
import { createPlot, plotHeight, type Drawn } from './usage-plot.ts';
import styles from './UsageCard.module.css';

/** The picture of what is told in words beside it. Its colours are those of one theme: another one makes another plot. */
export function UsagePlot({ drawn }: { readonly drawn: Drawn }) {
  return <Plot key={useTheme()} drawn={drawn} />;
}

function Plot({ drawn }: { readonly drawn: Drawn }) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(drawn);

  const make = useEffectEvent((element: HTMLElement) => createPlot(element, () => latest.current));
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const made = make(element);
    plot.current = made;
    const resized = new ResizeObserver(() => { made.setSize({ width: element.clientWidth, height: plotHeight }); });
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, []);

  useEffect(() => {
    latest.current = drawn;
    plot.current?.setData(drawn.data);
  }, [drawn]);

  return <div ref={host} className={styles.plot} aria-hidden="true" />;
}
