import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import type { Stores } from './stores/stores.ts';
import { StoresContext } from './stores/use-stores.ts';
import { Frame } from './views/frame/Frame.tsx';

export function App({ stores }: { readonly stores: Stores }) {
  return (
    <StrictMode>
      <I18nProvider locale="en-GB">
        <ErrorBoundary>
          <StoresContext value={stores}>
            <Frame />
          </StoresContext>
        </ErrorBoundary>
      </I18nProvider>
    </StrictMode>
  );
}
