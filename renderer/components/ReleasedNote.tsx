import { useState, type ReactNode } from 'react';
import { namedLast, receiverText, type AwayThing, type Released } from '../../shared/external.ts';
import { countText } from '../../shared/quantities.ts';
import { AnewDialog } from './AnewDialog.tsx';
import { Button } from './Button.tsx';
import { IdText } from './IdText.tsx';
import { InstantText } from './InstantText.tsx';
import { Note } from './Note.tsx';
import { ReceiptLink } from './ReceiptLink.tsx';

interface Props {
  readonly released: Released;
  /** What became of it since, where something did. */
  readonly since?: ReactNode;
  /** What is away by other releases. */
  readonly others?: ReactNode;
  /** Where its file went, where that was just now. */
  readonly written: string | null;
  readonly isPending: boolean;
  readonly onWrite: () => void;
  /** What of it is away yet: only that is signed anew. */
  readonly away: readonly AwayThing[];
  readonly onAnew: () => void;
}

/** To whom it was given and when, and its file once more. */
export function ReleasedNote({ released, since, others, written, isPending, away, onWrite, onAnew }: Props) {
  const [asking, setAsking] = useState(false);
  const { to, at, seq, anew } = released;
  const actions = <>{away.length > 0 && <Button size="small" isPending={isPending} onPress={() => { setAsking(true); }}>Sign it anew…</Button>}<Button size="small" isPending={isPending} onPress={onWrite}>Write its file again…</Button></>;
  return (
    <Note mark="seen" actions={actions}>
      <strong>Released to {receiverText(to)}</strong> <InstantText at={at} />, <ReceiptLink seq={seq} />{anew && <>; signed anew <InstantText at={anew.at} />, <ReceiptLink seq={anew.seq} /><NamedLast away={away} /></>}. {since ?? 'Nothing of it is done from here any more.'}{others}
      {written !== null && <> Its file is <code>{written}</code>.</>}
      {asking && <AnewDialog released={released} away={away} onCancel={() => { setAsking(false); }} onSign={() => { setAsking(false); onAnew(); }} />}
    </Note>
  );
}

/** What was gone or another one when it was signed is not named by it. */
function NamedLast({ away }: Pick<Props, 'away'>) {
  const named = namedLast(away);
  if (named.length === away.length) return null;
  return <>, of {named.length} of {countText(away.length, 'thing')} only: {named.map(({ resource, name }, index) => <span key={`${resource} ${name}`}>{index > 0 && ', '}{resource} <IdText value={name} what={`${resource} name`} /></span>)}</>;
}
