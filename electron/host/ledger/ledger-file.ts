import path from 'node:path';

export const ledgerFile = (folder: string): string => path.join(folder, 'ledger.sqlite');
