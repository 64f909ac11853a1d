import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { builtIn, threadEntries } from './thread-entries.ts';

// The targets are those of the oldest Electron the code has to run on (33), not of the one installed.
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: { exclude: builtIn },
      target: 'node20',
      sourcemap: true,
      rollupOptions: {
        input: {
          main: 'electron/main.ts',
          ...threadEntries,
        },
        output: {
          format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js',
          // Comments and blanks are read at every start; names stay as they are, for whoever reads a trace.
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: { input: 'electron/preload.ts', output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      emptyOutDir: true,
      target: 'chrome130',
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One file, in the order of the whole: what comes later must not be styled otherwise for that.
      cssCodeSplit: false,
      rollupOptions: { input: path.resolve('renderer/index.html') },
    },
  },
});
