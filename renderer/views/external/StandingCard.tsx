import type { ReactNode } from 'react';
import { lastReleaseOf, sourceText, type ExternalCustody } from '../../../shared/external.ts';
import type { ExternalView } from '../../../shared/external-view.ts';
import type { Standing } from '../../../shared/standing.ts';
import { Card } from '../../components/Card.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ReceiptLink } from '../../components/ReceiptLink.tsx';
import { ReleasedNote } from '../../components/ReleasedNote.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { hrefOf } from '../../routing/route.ts';
import type { ExternalStore } from '../../stores/external-store.ts';
import { CustodyTag } from '../environments/CustodyTag.tsx';
import { ExternalActs } from './ExternalActs.tsx';
import styles from './External.module.css';

export interface ExternalProps {
  readonly view: ExternalView;
  readonly state: ExternalStore;
}

const places = ['attach', 'leave', 'takeOver', 'release'] as const;

/** Whose it is, why, and what may be decided about that. */
export function StandingCard({ view, state }: ExternalProps) {
  const { standing, known } = view;
  return (
    <Card title="Custody" aside={<CustodyTag group={standing.group} transferred={standing.transferred} why={standing.why} />} actions={<ExternalActs view={view} state={state} />}>
      <div className={styles.standing}>
        <p><Says view={view} /></p>
        {standing.why.length > 0 && <ul aria-label="Why it is not offered">{standing.why.map((sign) => <li key={sign}>{sign}</li>)}</ul>}
        {known?.custody.kind === 'released' && <ReleasedNote released={lastReleaseOf(view.away.map(({ released }) => released)) ?? known.custody} away={view.away} written={state.written} isPending={state.asking.has('release')} onWrite={() => { void state.writeAgain(); }} onAnew={() => { void state.releaseAnew(); }} />}
        <RefusalNote refusal={places.map((place) => state.refusals.get(place)).find((refusal) => refusal)} />
      </div>
    </Card>
  );
}

function Says({ view: { standing, known, named, ref, plan } }: Pick<ExternalProps, 'view'>): ReactNode {
  const { owner, group, isAnothers } = standing;
  const custody = known?.custody;
  if (standing.recorded && custody?.kind === 'transferred') return <NotTheTakenOver custody={custody} isGone={plan.some(({ state }) => state.kind === 'already_gone')} />;
  if (owner) return <OfWorker owner={owner} isOurs={group === 'ours'} />;
  if (custody?.kind === 'attached' && group === 'attached') {
    return <>Attached <InstantText at={custody.at} />, <ReceiptLink seq={custody.seq} />. Its state and its log are looked at, and nothing else: no attempt of this console may stop it, remove it or write into it. Leaving it closes what is open here, and leaves it as it is.</>;
  }
  if (custody?.kind === 'transferred' && group === 'ours') {
    return <>Taken over <InstantText at={custody.at} /> from {sourceText(custody.from, named)}, <ReceiptLink seq={custody.seq} />. It is this console’s, known by the identity that was recorded then, whatever its labels say.</>;
  }
  if (custody?.kind === 'released') return <>It was this console’s, and was given away:</>;
  if (group === 'attachable') return <>It is not this console’s. Attaching records what identifies it and shows its state and its log; nothing is asked of the {ref.resource} itself, and nothing here can change it.</>;
  if (isAnothers) return <>It is another console’s. Nothing is offered for it here; only the signed release of whoever has it gives it to this console.</>;
  return <>It is not this console’s, and it is not offered for attaching:</>;
}

function OfWorker({ owner, isOurs }: { readonly owner: NonNullable<Standing['owner']>; readonly isOurs: boolean }) {
  const worker = <a href={hrefOf({ kind: 'worker', binding: owner.binding, tab: isOurs ? 'custody' : 'summary' })}>{owner.seat}</a>;
  return isOurs ? <>It was created for {worker}.</> : <>It is not offered for attaching, as it may have to do with {worker}:</>;
}

function NotTheTakenOver({ custody, isGone }: { readonly custody: Extract<ExternalCustody, { kind: 'transferred' }>; readonly isGone: boolean }) {
  const taken = <>What was taken over under this name <InstantText at={custody.at} />, <ReceiptLink seq={custody.seq} /></>;
  if (isGone) return <>{taken}, is not there any more: that is verified below. This one is another, and nothing of it is touched.</>;
  return <>{taken}, cannot be told from this one: it was made anew since, or its engine tells the last change of a volume’s root folder as its creation. Nothing of it is touched. Leaving it gives up what was taken over, and leaves it as it is.</>;
}
