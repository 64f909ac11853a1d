import { useState } from 'react';
import type { PulledImage } from '../../../shared/engine-images.ts';
import { readImageReference } from '../../../shared/image-reference.ts';
import { Button } from '../../components/Button.tsx';
import { IdText } from '../../components/IdText.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { EngineStore } from '../../stores/engine-store.ts';
import styles from './PullImage.module.css';

/** Lets the engine fetch an image. How far it is, and the way to end it, are with the running tasks. */
export function PullImage({ state }: { readonly state: EngineStore }) {
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const read = readImageReference(typed.trim());
  const problem = left && typeof read === 'string' ? read : undefined;
  const help = typeof read === 'object' ? `Asked of ${read.registry}, by the engine and without credentials.` : 'With its tag or digest, as in debian:12-slim.';
  const submit = (): void => {
    setLeft(true);
    if (typeof read === 'object' && !state.asking.has('pull')) void state.pull(typed.trim());
  };
  return (
    <form className={styles.pull} aria-label="Pull an image" onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <TextField label="Image to pull" mono value={typed} error={problem} help={help} onChange={setTyped} onBlur={() => { if (typed !== '') setLeft(true); }} />
      <Button type="submit" isPending={state.asking.has('pull')}>Pull image</Button>
      {state.pulled && <Pulled {...state.pulled} />}
      <RefusalNote refusal={state.refusals.get('pull')} />
    </form>
  );
}

function Pulled({ reference, id, digest, isNew }: PulledImage) {
  return (
    <p className={styles.pulled} role="status">
      {isNew ? 'Pulled' : 'Was there already, the very same:'} <code>{reference}</code>
      {digest === undefined ? <> Id <IdText value={id} what="image id" /></> : <> Digest <IdText value={digest} what="digest" /></>}
    </p>
  );
}
