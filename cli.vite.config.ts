import { copyFile } from 'node:fs/promises';
import { defineConfig } from 'vite';

// One package that runs by itself: everything is in it but what is native, which only a database needs.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'electron/cli/main.ts',
    outDir: 'out/cli',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      external: ['better-sqlite3'],
      output: { entryFileNames: 'bailiwick.js', chunkFileNames: 'chunks/[name].js' },
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
