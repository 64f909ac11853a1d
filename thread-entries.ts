/** What runs off the main thread: each is built into a file of its own. */
export const threadEntries = {
  'block-thread': 'electron/host/ledger/verify/block-thread.ts',
  'content-thread': 'electron/host/artifacts/content-thread.ts',
  'fold-thread': 'electron/host/ledger/fold-thread.ts',
  'search-thread': 'electron/host/ledger/search/search-thread.ts',
  'bundle-thread': 'electron/host/ledger/bundle/bundle-thread.ts',
  'verify-thread': 'electron/host/ledger/verify/verify-thread.ts',
};

/** Packages that become part of what is built: one file is read faster at the start than its eighty. */
export const builtIn = ['zod', 'yaml', 'smol-toml', 'jsonc-parser', 'diff'];
