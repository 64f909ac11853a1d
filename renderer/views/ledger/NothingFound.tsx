import type { IndexState } from '../../../shared/receipt-filter.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';

/** Says what to do where no receipt fits. */
export function NothingFound({ index, onClear }: { readonly index: IndexState; readonly onClear: () => void }) {
  const isWhole = index.state === 'whole';
  return (
    <EmptyState title={isWhole ? 'No receipt fits' : 'No receipt fits so far'} actions={<Button onPress={onClear}>Clear filters</Button>}>
      {isWhole ? 'Each receipt has to fit every filter. Take one away, or type fewer letters: words and ids are found by their beginnings.' : 'Not all receipts can be searched yet.'}
    </EmptyState>
  );
}
