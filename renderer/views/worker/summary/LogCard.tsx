import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { createLogStore, foundLines, type LogOf, type LogStore } from '../../../stores/log-store.ts';
import { useStores, useWatched } from '../../../stores/use-stores.ts';
import { zoneText } from '../../../words/instant-text.ts';
import { numberText } from '../../../../shared/quantities.ts';
import { RefusalBelow } from '../RefusalBelow.tsx';
import styles from './LogCard.module.css';
import { LogLines } from './LogLines.tsx';

export function LogCard({ of, started }: { readonly of: LogOf; readonly started: boolean }) {
  if (!started) return <Card title="Log"><p className={styles.empty}>The log begins with its first start.</p></Card>;
  return <OpenLog of={of} />;
}

function OpenLog({ of }: { readonly of: LogOf }) {
  const { bridge } = useStores();
  const [store] = useState(() => createLogStore(bridge, of));
  useWatched(store);
  const state = useStore(store);
  const { lines, held, search, refusal, ended } = state;
  const shown = useMemo(() => foundLines(held ?? lines, search), [held, lines, search]);
  return (
    <Card title="Log" aside={ended ?? undefined} actions={<Actions state={state} />}>
      <div className={styles.bar}>
        <TextField label="Search log" labelHidden type="search" placeholder="Search the lines kept" value={search} onChange={state.find} />
        <span>{countWords(state, shown.length)}</span>
      </div>
      <LogLines lines={shown} following={held === null} onLeaveEnd={state.pause} />
      <RefusalBelow refusal={refusal ?? undefined} />
    </Card>
  );
}

function Actions({ state: { phase, held, received, follow, pause, reopen } }: { readonly state: LogStore }) {
  if (phase !== 'open') return <Button size="small" onPress={reopen}>Read again</Button>;
  if (held === null) return <Button size="small" onPress={pause}>Pause</Button>;
  const waiting = received - (held.at(-1)?.number ?? 0);
  return <Button size="small" onPress={follow}>{waiting > 0 ? `Follow, ${numberText(waiting)} new` : 'Follow'}</Button>;
}

function countWords({ lines, received, search }: LogStore, shown: number): string {
  const kept = received > lines.length ? `last ${numberText(lines.length)} of ${numberText(received)} lines kept` : `${numberText(lines.length)} lines`;
  const zone = lines[0] ? `, times in ${zoneText(lines[0].at)}` : '';
  return `${search.trim() === '' ? kept : `${numberText(shown)} of ${kept} match`}${zone}`;
}
