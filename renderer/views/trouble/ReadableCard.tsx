import { useEffect } from 'react';
import { useStore } from 'zustand';
import { countText, numberText } from '../../../shared/quantities.ts';
import { Card } from '../../components/Card.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { Table } from '../../components/Table.tsx';
import { useStores } from '../../stores/use-stores.ts';
import { aboutText } from '../../words/receipt-text.ts';

/** The newest receipts that can still be read of a damaged ledger. */
export function ReadableCard() {
  const { trouble } = useStores();
  const lines = useStore(trouble, (state) => state.readable);
  useEffect(() => { void trouble.getState().loadReadable(); }, [trouble]);
  if (!lines || lines.length === 0) return null;
  return (
    <Card title="What can still be read" aside={countText(lines.length, 'newest receipt')} foot="That a receipt can be read does not show that it is what was written: verifying does.">
      <Table label="Receipts that can still be read" head={<><th scope="col">Receipt</th><th scope="col">What</th><th scope="col">About</th><th scope="col">When</th></>}>
        {lines.map(({ receipt, mark, says }) => (
          <tr key={receipt.seq}>
            <th scope="row">{numberText(receipt.seq)}</th>
            <td><Evidence mark={mark} says={says} /></td>
            <td>{aboutText(receipt.about)}</td>
            <td><InstantText at={receipt.at} /></td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
