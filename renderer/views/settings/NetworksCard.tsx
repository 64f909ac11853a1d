import { useState } from 'react';
import { blocksIn, poolProblem, usualNetworkPool } from '../../../shared/network-pool.ts';
import { countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useSettings } from '../../stores/use-stores.ts';
import styles from './NetworksCard.module.css';

/** Where the networks of workers take their addresses from. */
export function NetworksCard({ pool }: { readonly pool: string }) {
  const [typed, setTyped] = useState(pool);
  const change = useSettings((state) => state.setNetworkPool);
  const isPending = useSettings((state) => state.asking.has('networkPool'));
  const refusal = useSettings((state) => state.refusals.get('networkPool'));
  const problem = typed === pool ? undefined : poolProblem(typed.trim());
  const help = `${countText(blocksIn(problem === undefined ? typed.trim() : pool), 'network')}, each a /28. ${pool === usualNetworkPool ? 'As it comes.' : `As it comes: ${usualNetworkPool}.`}`;
  return (
    <Card title="Networks of workers">
      <form className={styles.pool} onSubmit={(event) => { event.preventDefault(); if (typed !== pool && problem === undefined) void change(typed.trim()); }}>
        <TextField label="Pool of addresses" mono value={typed} error={problem} help={help} onChange={setTyped} />
        <Button type="submit" isPending={isPending} isDisabled={typed === pool || problem !== undefined}>Use this pool</Button>
      </form>
      <p className={styles.note}>A worker with a network gets the first free /28 of it: free on its engine, and held by no other worker. Networks that exist keep theirs.</p>
      <RefusalNote refusal={refusal} />
    </Card>
  );
}
