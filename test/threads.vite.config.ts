import { defineConfig } from 'vite';
import { builtIn, threadEntries } from '../thread-entries.ts';

/** Programs of the tests that run in processes of their own, many times. */
const processes = { 'host-child': 'test/support/host-child.ts', 'ledger-process-main': 'test/support/ledger-process-main.ts' };

/** The threads alone, as a console has them: one that is made of its sources takes longer to load than most of what it is asked. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    rolldownOptions: { input: { ...threadEntries, ...processes }, output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' } },
  },
  ssr: { noExternal: builtIn },
});
