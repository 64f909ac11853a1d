import { useState, type ReactNode } from 'react';
import type { ExternalView } from '../../../shared/external-view.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { hrefOf } from '../../routing/route.ts';
import type { ExternalStore } from '../../stores/external-store.ts';
import { CustodyTag } from '../environments/CustodyTag.tsx';
import { ConfirmAttach } from './ConfirmAttach.tsx';
import styles from './External.module.css';

interface Props {
  readonly view: ExternalView;
  readonly state: ExternalStore;
}

/** Whose it is, why, and what may be decided about that. */
export function StandingCard({ view, state }: Props) {
  const { standing } = view;
  return (
    <Card title="Custody" aside={<CustodyTag group={standing.group} transferred={standing.transferred} why={standing.why} />} actions={<Acts view={view} state={state} />}>
      <div className={styles.standing}>
        <p><Says view={view} /></p>
        {standing.why.length > 0 && <ul aria-label="Why it is not offered">{standing.why.map((sign) => <li key={sign}>{sign}</li>)}</ul>}
        <RefusalNote refusal={state.refusals.get('attach') ?? state.refusals.get('leave')} />
      </div>
    </Card>
  );
}

function Acts({ view: { standing, seen, subject, ref }, state }: Props): ReactNode {
  const [confirming, setConfirming] = useState(false);
  if (standing.group === 'attached') return <Button size="small" isPending={state.asking.has('leave')} onPress={() => { void state.leave(); }}>Leave this {ref.resource}</Button>;
  if (!seen || !subject || standing.group === 'ours' || standing.isAnothers) return null;
  const attach = (): void => {
    setConfirming(false);
    void state.attach(subject);
  };
  const isOffered = standing.group === 'attachable';
  return (
    <>
      <Button size="small" tone={isOffered ? 'primary' : 'plain'} isPending={state.asking.has('attach')} onPress={() => { if (isOffered) attach(); else setConfirming(true); }}>
        {isOffered ? `Attach this ${ref.resource}` : 'Attach all the same…'}
      </Button>
      {confirming && <ConfirmAttach view={{ ref, standing }} onCancel={() => { setConfirming(false); }} onConfirm={attach} />}
    </>
  );
}

function Says({ view: { standing, known, ref } }: Pick<Props, 'view'>): ReactNode {
  const { owner, group, isAnothers } = standing;
  const custody = known?.custody;
  if (owner) return <>It was created for <a href={hrefOf({ kind: 'worker', binding: owner.binding, tab: 'custody' })}>{owner.seat}</a>.</>;
  if (custody?.kind === 'attached' && group === 'attached') {
    return <>Attached <InstantText at={custody.at} />, <ReceiptLink seq={custody.seq} />. Its state and its log are looked at, and nothing else: no attempt of this console may stop it, remove it or write into it. Leaving it closes what is open here, and leaves it as it is.</>;
  }
  if (group === 'attachable') return <>It is not this console’s. Attaching records what identifies it and shows its state and its log; nothing is asked of the {ref.resource} itself, and nothing here can change it.</>;
  if (isAnothers) return <>It is another console’s. Nothing is offered for it here; that console’s signed release gives it away.</>;
  return <>It is not this console’s, and it is not offered for attaching:</>;
}
