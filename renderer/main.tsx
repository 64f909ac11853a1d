import './no-eval.ts';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../shared/bridge.ts';
import { App } from './App.tsx';
import { createStores } from './stores/stores.ts';

declare global {
  interface Window {
    /** The only object reachable beyond the DOM. */
    readonly bridge: Bridge;
  }
}

const stores = createStores(window.bridge);

// What fails in an event handler or after an await reaches no error boundary.
window.addEventListener('unhandledrejection', (event) => { stores.say.getState().showFault(event.reason); });

const root = document.getElementById('root');
if (!root) throw new TypeError('index.html has no #root');
createRoot(root).render(<App stores={stores} />);
