import type { ReactNode } from 'react';
import { skewText } from '../../../shared/clock-skew.ts';
import type { EngineFacts } from '../../../shared/engine-readings.ts';
import { countText } from '../../../shared/quantities.ts';
import { Evidence } from '../../components/Evidence.tsx';
import { IdText } from '../../components/IdText.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { roundMemory } from '../../stores/worker-draft.ts';
import styles from './EngineDetail.module.css';

/** Who answers, in its own words. */
export function EngineFactsStrip({ facts }: { readonly facts: EngineFacts }) {
  const skewed = skewText(facts.skewMs);
  return (
    <dl className={styles.facts} aria-label="Engine facts">
      <Item name="Id"><IdText value={facts.engine} what="engine id" /></Item>
      <Item name="Version" title={`API ${facts.apiVersion}`}>{facts.version}, API {facts.apiVersion}</Item>
      <Item name="System" title={facts.operatingSystem}>{facts.operatingSystem}</Item>
      <Item name="Architecture">{facts.architecture}</Item>
      <Item name="Totals">{countText(facts.cpus, 'CPU', 'CPUs')}, {roundMemory(facts.memoryBytes)}</Item>
      <Item name="Isolation" title={facts.storageDriver}>cgroup {facts.cgroupVersion}, {facts.storageDriver}</Item>
      <Item name="Its clock said"><InstantText at={facts.systemTime} />{skewed && <Evidence mark="needs_person" says={skewed} />}</Item>
    </dl>
  );
}

const Item = ({ name, title, children }: { readonly name: string; readonly title?: string; readonly children: ReactNode }) => <div><dt>{name}</dt><dd title={title}>{children}</dd></div>;
