import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostFolders, violationsIn, type SourceFile } from '../support/architecture.ts';

const root = path.resolve(import.meta.dirname, '../..');

const sources = ['shared', 'renderer', 'electron'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .map((name): SourceFile => ({ path: path.posix.join(folder, name.replaceAll(path.sep, '/')), text: readFileSync(path.join(root, folder, name), 'utf8') })),
);

const saysOf = (file: string, text: string): readonly string[] => violationsIn([{ path: file, text }]).map(({ says }) => says);

describe('the import rules', () => {
  test('are kept by every source file', () => {
    expect(violationsIn(sources)).toEqual([]);
  });

  test('are kept by files that are really there', () => {
    const folders = new Set(sources.map(({ path: file }) => path.posix.dirname(file)));

    for (const folder of ['shared', 'renderer', 'electron', 'electron/ipc', 'electron/host', 'electron/host/ledger', 'electron/host/attempts', 'electron/host/engine']) expect(folders).toContain(folder);
  });
});

describe('a planted violation is found, however it is written', () => {
  test.each([
    ['static', "import { app } from 'electron';"],
    ['default', "import electron from 'electron';"],
    ['namespace', "import * as electron from 'electron';"],
    ['for its side effect', "import 'electron';"],
    ['of types only', "import type { App } from 'electron';"],
    ['of one type', "import { type App } from 'electron';"],
    ['passed on', "export { app } from 'electron';"],
    ['passed on as a type', "export type { App } from 'electron';"],
    ['passed on whole', "export * from 'electron';"],
    ['passed on whole under a name', "export * as electron from 'electron';"],
    ['dynamic', "export const app = async () => (await import('electron')).app;"],
    ['as a type expression', "export type App = import('electron').App;"],
    ['as the type of a module', "export type Electron = typeof import('electron');"],
    ['required', "export const { app } = require('electron');"],
    ['required in the old way', "import electron = require('electron');"],
    ['by a path within the package', "import { app } from 'electron/main';"],
    ['as a directive', '/// <reference types="electron" />'],
  ])('%s', (_form, text) => {
    for (const file of ['shared/ids.ts', 'renderer/main.tsx', 'electron/host/host.ts', 'electron/host/ledger/ledger.ts']) expect(saysOf(file, text)).toHaveLength(1);
  });

  test('but not what only looks like one', () => {
    const text = `
      // import { app } from 'electron';
      export const text = "import { app } from 'electron';";
      export const more = \`export * from 'electron'\`;
    `;

    expect(saysOf('shared/ids.ts', text)).toEqual([]);
  });

  test('an import that is computed is refused where it stands', () => {
    expect(saysOf('shared/ids.ts', 'export const load = (name: string) => import(name);')).toEqual(['imports what cannot be told before it runs']);
    expect(saysOf('electron/main.ts', 'export const load = (name: string) => import(`./${name}.ts`);')).toHaveLength(1);
  });
});

describe('an import that names no file', () => {
  test('is refused: nobody can tell where it leads', () => {
    expect(saysOf('electron/ipc/a.ts', "import { b } from '../host';")).toEqual(['imports electron/host, which names no file']);
    expect(saysOf('electron/host/engine/a.ts', "import { b } from './b';")).toHaveLength(1);
  });
});

describe('shared', () => {
  test.each(["import { z } from 'zod';", "import type { Json } from './json.ts';"])('may: %s', (text) => {
    expect(saysOf('shared/receipt.ts', text)).toEqual([]);
  });

  test.each([
    "import { readFileSync } from 'node:fs';",
    "import { readFileSync } from 'fs';",
    "import type { Digest } from '../electron/host/ledger/digest.ts';",
    "import { App } from '../renderer/App.tsx';",
    "import { createStore } from 'zustand/vanilla';",
    "import { aReceipt } from '../test/support/builders.ts';",
    '/// <reference lib="dom" />',
    '/// <reference path="../renderer/globals.d.ts" />',
  ])('must not: %s', (text) => {
    expect(saysOf('shared/receipt.ts', text)).toHaveLength(1);
  });
});

describe('renderer', () => {
  test.each([
    "import { useState } from 'react';",
    "import { createRoot } from 'react-dom/client';",
    "import { createStore } from 'zustand/vanilla';",
    "import { Button } from 'react-aria-components';",
    "import '@fontsource-variable/inter';",
    "import styles from './Button.module.css';",
    "import { ok } from '../../shared/result.ts';",
  ])('may: %s', (text) => {
    expect(saysOf('renderer/components/Button.tsx', text)).toEqual([]);
  });

  test.each([
    "import path from 'node:path';",
    "import type { Journal } from '../../electron/host/ledger/journal.ts';",
    "import { serveRequests } from '../../electron/ipc/serve-requests.ts';",
    "import Docker from 'dockerode';",
    "import { useQuery } from '@tanstack/react-query';",
    "import { Button } from '@/components/Button.tsx';",
  ])('must not: %s', (text) => {
    expect(saysOf('renderer/components/Button.tsx', text)).toHaveLength(1);
  });
});

describe('a folder of the host', () => {
  const pairs = hostFolders.flatMap((from, one) => hostFolders.map((to, two) => ({ from, to, may: two <= one })));

  test('imports itself and those before it, and none after it', () => {
    const found = pairs.map(({ from, to }) => ({ from, to, may: saysOf(`electron/host/${from}/a.ts`, `import { b } from '../${to}/b.ts';`).length === 0 }));

    expect(found).toEqual(pairs);
  });

  test('imports no Electron, no window, no command and not what puts it together', () => {
    for (const from of hostFolders) {
      for (const target of ['electron', '../../ipc/serve-requests.ts', '../../main.ts', '../../cli/main.ts', '../../../renderer/App.tsx', '../host.ts', '../requests/requests.ts']) {
        expect(saysOf(`electron/host/${from}/a.ts`, `import { b } from '${target}';`)).toHaveLength(1);
      }
    }
  });

  test('is one that the order knows', () => {
    expect(saysOf('electron/host/helpers/a.ts', "import { ok } from '../../../shared/result.ts';")).toEqual(['is in electron/host/helpers, which has no rule']);
    expect(saysOf('electron/host/ledger/a.ts', "import { b } from '../helpers/b.ts';")).toHaveLength(1);
  });

  test('counts its own folders as itself', () => {
    expect(saysOf('electron/host/engine/docker/a.ts', "import { b } from '../b.ts'; import { c } from '../../ledger/c.ts';")).toEqual([]);
    expect(saysOf('electron/host/engine/docker/a.ts', "import { b } from '../../placement/b.ts';")).toHaveLength(1);
  });
});

describe('what reaches outside', () => {
  test.each([
    ['better-sqlite3', 'electron/host/ledger/a.ts'],
    ['dockerode', 'electron/host/engine/a.ts'],
    ['electron', 'electron/main.ts'],
    ['electron', 'electron/ipc/a.ts'],
  ])('%s is imported in %s', (name, file) => {
    expect(saysOf(file, `import a from '${name}';`)).toEqual([]);
  });

  test.each([
    ['better-sqlite3', 'electron/host/attempts/a.ts'],
    ['better-sqlite3', 'electron/host/host.ts'],
    ['better-sqlite3', 'electron/main.ts'],
    ['better-sqlite3', 'electron/cli/a.ts'],
    ['dockerode', 'electron/host/placement/a.ts'],
    ['dockerode', 'electron/host/host.ts'],
    ['docker-modem', 'electron/host/execution/a.ts'],
    ['electron', 'electron/cli/a.ts'],
    ['electron', 'electron/host/host.ts'],
    ['left-pad', 'electron/host/ledger/a.ts'],
  ])('%s is not imported in %s', (name, file) => {
    expect(saysOf(file, `import type { A } from '${name}';`)).toHaveLength(1);
  });
});

describe('Law 1: only attempts mint tokens', () => {
  const inAttempts = 'electron/host/attempts/run-attempts.ts';
  const inEngine = 'electron/host/engine/docker-mutations.ts';

  test('attempts import mintToken, and others what spends a token', () => {
    expect(saysOf(inAttempts, "import { mintToken } from './effect-token.ts';")).toEqual([]);
    expect(saysOf(inEngine, "import { spendToken, type EffectToken } from '../attempts/effect-token.ts';")).toEqual([]);
  });

  test.each([
    [inEngine, "import { mintToken } from '../attempts/effect-token.ts';"],
    [inEngine, "import { mintToken as spendToken } from '../attempts/effect-token.ts';"],
    [inEngine, "import * as tokens from '../attempts/effect-token.ts';"],
    [inEngine, "export const token = import('../attempts/effect-token.ts');"],
    ['electron/host/host.ts', "import { mintToken } from './attempts/effect-token.ts';"],
    [inAttempts, "export { mintToken } from './effect-token.ts';"],
    [inAttempts, "export { mintToken as anything } from './effect-token.ts';"],
    [inAttempts, "export * from './effect-token.ts';"],
  ])('not in %s: %s', (file, text) => {
    expect(saysOf(file, text)).toHaveLength(1);
  });
});

describe('one place hashes', () => {
  test('digest.ts imports createHash, and others what is random', () => {
    expect(saysOf('electron/host/ledger/digest.ts', "import { createHash } from 'node:crypto';")).toEqual([]);
    expect(saysOf('electron/host/projection/a.ts', "import { randomBytes } from 'node:crypto'; import { startDigest } from '../ledger/digest.ts';")).toEqual([]);
  });

  test.each([
    ['electron/host/projection/a.ts', "import { createHash } from 'node:crypto';"],
    ['electron/host/artifacts/a.ts', "import { createHash as h } from 'crypto';"],
    ['electron/host/ledger/ledger.ts', "import { hash } from 'node:crypto';"],
    ['electron/host/ledger/ledger.ts', "import { webcrypto } from 'node:crypto';"],
    ['electron/host/ledger/ledger.ts', "import crypto from 'node:crypto';"],
    ['electron/main.ts', "import * as crypto from 'node:crypto';"],
    ['electron/main.ts', "export const crypto = import('node:crypto');"],
    ['electron/host/ledger/ledger.ts', "export { createHash } from 'node:crypto';"],
  ])('not %s: %s', (file, text) => {
    expect(saysOf(file, text).every((says) => says.includes('only digest.ts hashes'))).toBe(true);
    expect(saysOf(file, text).length).toBeGreaterThan(0);
  });
});

describe('a module that is required out of sight', () => {
  test('is refused everywhere but in the engine, which requires what its package hides', () => {
    expect(saysOf('electron/host/ledger/a.ts', "import { createRequire } from 'node:module';")).toEqual(['must not import createRequire from node:module: it imports what cannot be seen']);
    expect(saysOf('electron/host/engine/a.ts', "import { createRequire } from 'node:module';")).toEqual([]);
  });
});
