import type { ReactNode } from 'react';
import { receiverText, type Released } from '../../shared/external.ts';
import { Button } from './Button.tsx';
import { InstantText } from './InstantText.tsx';
import { Note } from './Note.tsx';
import { ReceiptLink } from './ReceiptLink.tsx';

interface Props {
  readonly released: Released;
  /** What became of it since, where something did. */
  readonly since?: ReactNode;
  /** Where its file went, where that was just now. */
  readonly written: string | null;
  readonly isPending: boolean;
  readonly onWrite: () => void;
}

/** To whom it was given and when, and its file once more. */
export function ReleasedNote({ released, since, written, isPending, onWrite }: Props) {
  return (
    <Note mark="seen" actions={<Button size="small" isPending={isPending} onPress={onWrite}>Write its file again…</Button>}>
      <strong>Released to {receiverText(released.to)}</strong> <InstantText at={released.at} />, <ReceiptLink seq={released.seq} />. {since ?? 'Nothing of it is done from here any more.'}
      {written !== null && <> Its file is <code>{written}</code>.</>}
    </Note>
  );
}
