import { Component, type ReactNode } from 'react';
import { faultText } from '../../shared/error-code.ts';
import { Button } from './Button.tsx';
import styles from './ErrorBoundary.module.css';

interface State {
  readonly fault: { readonly text: string } | null;
}

/** Where a view that cannot be drawn ends. The host goes on: only the window has to be read anew. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { fault: null };

  static getDerivedStateFromError(error: unknown): State {
    return { fault: { text: faultText(error) } };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <main className={styles.broken} role="alert">
        <h1>This view cannot be drawn</h1>
        <p>A fault in the window stopped it. The console itself goes on, and nothing in the ledger is touched by this.</p>
        <pre>{fault.text}</pre>
        <Button tone="primary" onPress={() => { window.location.reload(); }}>Read the window anew</Button>
      </main>
    );
  }
}
