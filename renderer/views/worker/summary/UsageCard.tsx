import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { isHeld, type Binding } from '../../../../shared/binding.ts';
import { runs, startedLast } from '../../../../shared/execution-results.ts';
import { cpuText, cpuUsedText, memoryText, memoryUsedText } from '../../../../shared/quantities.ts';
import { instantOf } from '../../../../shared/ids.ts';
import { isThere } from '../../../../shared/readiness.ts';
import { admittedLimits } from '../../../../shared/usage.ts';
import { Card } from '../../../components/Card.tsx';
import { useMedia, useVisible } from '../../../components/use-media.ts';
import { lineOf, peakOf, scaleOf, spanOf, type Measure, type UsagePoint } from '../../../stores/usage-points.ts';
import { useWorkerStores, useWorkerView } from '../../../stores/use-worker-stores.ts';
import { engineTrouble } from '../../../words/engine-trouble-text.ts';
import { zoneText } from '../../../words/instant-text.ts';
import { whyNoReading } from '../../../words/usage-text.ts';
import { UsagePlot } from './UsagePlot.tsx';
import styles from './UsageCard.module.css';

const stillStep = 20_000;

interface Measured {
  readonly measure: Measure;
  readonly name: string;
  readonly text: (value: number) => string;
  readonly limitText: (value: number) => string;
  readonly tickText: (value: number) => string;
  /** The top of the plot is no lower than this where there is no limit. */
  readonly least: number;
}

const measures: readonly Measured[] = [
  { measure: 'cpuMilli', name: 'CPU', text: cpuUsedText, limitText: cpuText, tickText: cpuText, least: 100 },
  { measure: 'memoryBytes', name: 'Memory', text: memoryUsedText, limitText: memoryText, tickText: memoryUsedText, least: 16 * 1024 ** 2 },
];

const isUp = (binding: Binding): boolean => runs(binding) && isHeld(binding.resources.container);

/** What the worker uses, as long as it runs and somebody looks. */
export function UsageCard() {
  const { binding, engine } = useWorkerView();
  const { usage } = useWorkerStores();
  const state = useStore(usage);
  const up = isUp(binding);
  const visible = useVisible();
  const follows = up && isThere(engine.now) && visible;
  useEffect(() => (follows ? usage.getState().watch() : undefined), [follows, usage]);

  const why = whyNoReading({ started: startedLast(binding) !== undefined, up, trouble: engineTrouble(engine.now, engine.label), usage: state });
  if (!up && state.points.length === 0) return <Card title="CPU and memory"><p className={styles.empty}>{why}</p></Card>;
  const limits = admittedLimits(binding);
  return (
    <Card title="CPU and memory" aside="last 10 minutes" foot={<span className={styles.foot}>{why ?? `Read about once a second while this page is shown, and not kept. Times in ${zoneText(instantOf(state.now))}.`}</span>}>
      <div className={styles.pair}>
        {measures.map((measured) => <Usage key={measured.measure} measured={measured} points={state.points} now={state.now} limit={limits[measured.measure]} hasReading={why === null} />)}
      </div>
    </Card>
  );
}

interface UsageProps {
  readonly measured: Measured;
  readonly points: readonly UsagePoint[];
  readonly now: number;
  readonly limit: number | null;
  readonly hasReading: boolean;
}

function Usage({ measured: { measure, name, text, limitText, tickText, least }, points, now, limit, hasReading }: UsageProps) {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [from, to] = spanOf(now, still ? stillStep : 1);
  const peak = useMemo(() => peakOf(points, measure), [points, measure]);
  const data = useMemo(() => lineOf(points, measure).map((each) => [...each]) as [number[], (number | null)[]], [points, measure]);
  const drawn = useMemo(() => ({ data, span: [from, to] as const, ...scaleOf(limit, peak, least), limit, text: tickText }), [data, from, to, limit, peak, least, tickText]);
  const latest = points.at(-1)?.[measure] ?? null;
  return (
    <figure className={styles.usage}>
      <figcaption>
        <span className={styles.name}>{name}</span>
        <dl>
          <div><dt>Now</dt><dd className={styles.now}>{hasReading && latest !== null ? text(latest) : 'no reading'}</dd></div>
          <div><dt>Peak</dt><dd>{peak === null ? 'no reading' : text(peak)}</dd></div>
          <div><dt>Limit</dt><dd className={limit === null ? undefined : styles.limit}>{limit === null ? 'none admitted' : limitText(limit)}</dd></div>
        </dl>
      </figcaption>
      <UsagePlot drawn={drawn} />
    </figure>
  );
}
