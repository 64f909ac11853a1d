import { useState } from 'react';
import { countText } from '../../../shared/quantities.ts';
import { Button } from '../../components/Button.tsx';
import { IdText } from '../../components/IdText.tsx';
import { ReleaseDialog } from '../../components/ReleaseDialog.tsx';
import { ConfirmAttach } from './ConfirmAttach.tsx';
import { ConfirmTakeOver } from './ConfirmTakeOver.tsx';
import type { ExternalProps } from './StandingCard.tsx';

type Asking = 'attach' | 'takeOver' | 'release' | null;

/** What may be decided about it now, if anything. */
export function ExternalActs({ view, state }: ExternalProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const { standing, seen, subject, ref, differs } = view;
  const end = (act: Promise<void>): void => {
    setAsking(null);
    void act;
  };
  if (standing.recorded) return view.plan.some(({ state: { kind } }) => kind === 'already_gone') ? null : <Button size="small" isPending={state.asking.has('leave')} onPress={() => { void state.leave(); }}>Leave this {ref.resource}</Button>;
  if (standing.group === 'attached') {
    return (
      <>
        {subject && !differs && <Button size="small" isPending={state.asking.has('takeOver')} onPress={() => { setAsking('takeOver'); }}>Take over…</Button>}
        <Button size="small" isPending={state.asking.has('leave')} onPress={() => { void state.leave(); }}>Leave this {ref.resource}</Button>
        {asking === 'takeOver' && subject && <ConfirmTakeOver view={view} onCancel={() => { setAsking(null); }} onConfirm={(owner) => { end(state.takeOver(subject, owner)); }} />}
      </>
    );
  }
  if (view.together > 0) return <Give view={view} state={state} asking={asking} onAsk={setAsking} />;
  if (!seen || !subject || standing.group === 'ours' || standing.owner || standing.isAnothers) return null;
  const isOffered = standing.group === 'attachable';
  return (
    <>
      <Button size="small" tone={isOffered ? 'primary' : 'plain'} isPending={state.asking.has('attach')} onPress={() => { if (isOffered) void state.attach(subject); else setAsking('attach'); }}>
        {isOffered ? `Attach this ${ref.resource}` : 'Attach all the same…'}
      </Button>
      {asking === 'attach' && <ConfirmAttach view={view} onCancel={() => { setAsking(null); }} onConfirm={() => { end(state.attach(subject)); }} />}
    </>
  );
}

function Give({ view: { ref, together, engineLabel, endpoint }, state, asking, onAsk }: ExternalProps & { readonly asking: Asking; readonly onAsk: (asking: Asking) => void }) {
  const things = <>{ref.resource} <IdText value={ref.name} what={`${ref.resource} name`} />{together > 1 && <div>with all that came with it: {countText(together, 'thing')}</div>}</>;
  return (
    <>
      <Button size="small" isPending={state.asking.has('release')} onPress={() => { onAsk('release'); }}>Release…</Button>
      {asking === 'release' && <ReleaseDialog name={ref.name} things={things} engineLabel={engineLabel} endpoint={endpoint} onCancel={() => { onAsk(null); }} onRelease={(to) => { onAsk(null); void state.release(to); }} />}
    </>
  );
}
