import { randomFillSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface FileTree {
  readonly files: number;
  readonly bytes: number;
}

/** A tree of files that no file system can make smaller, a few dozen to a folder. */
export function makeFileTree(folder: string, { files, bytes }: FileTree): void {
  const content = Buffer.alloc(Math.floor(bytes / files));
  for (let index = 0; index < files; index += 1) {
    const parent = path.join(folder, `part-${Math.floor(index / 40)}`);
    mkdirSync(parent, { recursive: true });
    writeFileSync(path.join(parent, `file-${index}.bin`), randomFillSync(content));
  }
}
