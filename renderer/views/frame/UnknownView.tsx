import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { hrefOf } from '../../routing/route.ts';

export function UnknownView({ hash }: { readonly hash: string }) {
  return (
    <Page>
      <EmptyState title="This address leads nowhere" actions={<a href={hrefOf({ kind: 'workers' })}>Go to the workers</a>}>
        <code>{hash}</code> is no view, worker or receipt of this console.
      </EmptyState>
    </Page>
  );
}
