import { useState, type ReactNode } from 'react';
import { receiverText, type Released } from '../../shared/external.ts';
import { AnewDialog } from './AnewDialog.tsx';
import { Button } from './Button.tsx';
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
  /** Only where something of it is away yet. */
  readonly onAnew?: (() => void) | undefined;
}

/** To whom it was given and when, and its file once more. */
export function ReleasedNote({ released, since, others, written, isPending, onWrite, onAnew }: Props) {
  const [asking, setAsking] = useState(false);
  const { to, at, seq, anew } = released;
  const actions = <>{onAnew && <Button size="small" isPending={isPending} onPress={() => { setAsking(true); }}>Sign it anew…</Button>}<Button size="small" isPending={isPending} onPress={onWrite}>Write its file again…</Button></>;
  return (
    <Note mark="seen" actions={actions}>
      <strong>Released to {receiverText(to)}</strong> <InstantText at={at} />, <ReceiptLink seq={seq} />{anew && <>; signed anew <InstantText at={anew.at} />, <ReceiptLink seq={anew.seq} /></>}. {since ?? 'Nothing of it is done from here any more.'}{others}
      {written !== null && <> Its file is <code>{written}</code>.</>}
      {asking && onAnew && <AnewDialog released={released} onCancel={() => { setAsking(false); }} onSign={() => { setAsking(false); onAnew(); }} />}
    </Note>
  );
}
