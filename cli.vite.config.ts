import { copyFile } from 'node:fs/promises';
import { defineConfig } from 'vite';
import { threadEntries } from './thread-entries.ts';

// One package that runs by itself: everything is in it but what is native, which only a database needs.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'out/cli',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      external: ['better-sqlite3'],
      input: { bailiwick: 'electron/cli/main.ts', 'block-thread': threadEntries['block-thread'] },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
  ssr: { noExternal: true },
  plugins: [
    {
      name: 'package-files',
      async writeBundle({ dir = 'out/cli' }) {
        for (const file of ['package.json', 'README.md']) await copyFile(`electron/cli/${file}`, `${dir}/${file}`);
      },
    },
  ],
});
