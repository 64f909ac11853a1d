import { useStore } from 'zustand';
import type { WayOn } from '../../../shared/ledger-trouble.ts';
import { Button } from '../../components/Button.tsx';
import { useStores } from '../../stores/use-stores.ts';

/** One button for each way on. A backup is restored from the list of them. */
export function TroubleActions({ ways }: { readonly ways: readonly WayOn[] }) {
  return <>{ways.filter((way) => way !== 'restore').map((way) => <WayButton key={way} way={way} />)}</>;
}

function WayButton({ way }: { readonly way: Exclude<WayOn, 'restore'> }) {
  const { trouble, ledger } = useStores();
  const { asking, tryAgain, chooseOtherFolder } = useStore(trouble);
  const isVerifying = useStore(ledger, (state) => state.asking.has('verify'));
  switch (way) {
    case 'try_again': return <Button isPending={asking.has('try_again')} onPress={() => { void tryAgain(); }}>Try again</Button>;
    case 'verify': return <Button tone="primary" isPending={isVerifying} onPress={() => { void ledger.getState().verify(); }}>Verify what is there</Button>;
    case 'other_folder': return <Button isPending={asking.has('other_folder')} onPress={() => { void chooseOtherFolder(); }}>Choose another data folder</Button>;
  }
}
