import { useState } from 'react';
import { endpointTyped, readEndpoint } from '../../../shared/endpoint.ts';
import { Button } from '../../components/Button.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { TextField } from '../../components/TextField.tsx';
import { navigate } from '../../routing/use-route.ts';
import { useEngines } from '../../stores/use-stores.ts';
import styles from './EnvironmentsView.module.css';

export function AddEndpoint() {
  const [path, setPath] = useState('');
  const [tried, setTried] = useState(false);
  const add = useEngines((state) => state.addEndpoint);
  const asking = useEngines((state) => state.asking.has('add'));
  const refusal = useEngines((state) => state.refusals.get('add'));
  const submit = async (): Promise<void> => {
    setTried(true);
    if (problemIn(path) !== undefined) return;
    const added = await add(path.trim());
    if (!added) return;
    setPath('');
    setTried(false);
    navigate({ kind: 'environments', endpoint: added.endpoint });
  };
  return (
    <form className={styles.add} aria-label="Add an engine" onSubmit={(event) => { event.preventDefault(); void submit(); }}>
      <TextField
        label="Another engine" mono value={path} onChange={setPath} placeholder="/run/user/1000/docker.sock"
        help="A socket’s path, ssh://user@host or https://host:2376" error={tried ? problemIn(path) : undefined}
      />
      <Button type="submit" isPending={asking}>Add engine</Button>
      <RefusalNote refusal={refusal} />
    </form>
  );
}

function problemIn(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return 'Type the absolute path of a socket, ssh://host or https://host:2376.';
  const read = readEndpoint(endpointTyped(text));
  return typeof read === 'string' ? `This is no endpoint: ${read}.` : undefined;
}
