import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GrowingMap } from '../../../shared/growing-map.ts';
import { emptyWorld, type World } from '../../../shared/world.ts';
import type { Ledger } from './ledger.ts';
import { digestOfText, digestText, sha256 } from './digest.ts';
import { TreeReader } from './tree-reader.ts';

/** The fold as it was at some size, so that a start reads only what came after. Beside the ledger, and never needed. */
export const keptWorldFile = (folder: string): string => path.join(folder, 'world.json');

/** What a fold depends on: receipts with this root, folded by this build. */
interface Basis {
  readonly build: string;
  readonly size: number;
  readonly root: string;
}

interface Kept extends Basis {
  /** Of the world's text: a file that was cut or changed is not it. */
  readonly digest: string;
  readonly world: string;
}

/** The build folds as its own file says; in the sources, as this one does. */
const build = digestText(sha256(readFileSync(fileURLToPath(import.meta.url))));

/** The kept world, where it was folded by this build from receipts that this ledger begins with; else the empty one. */
export function readKeptWorld(file: string, ledger: Ledger): World {
  try {
    const { build: by, size, root, digest, world } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    const isOurs = by === build && size <= ledger.size && digestOfText(world) === digest && digestText(new TreeReader(ledger.db).rootAt(size)) === root;
    return isOurs ? parseWorld(world) : emptyWorld;
  } catch {
    // Whatever is wrong with it, the receipts are there: they are folded instead.
    return emptyWorld;
  }
}

/** Keeps the world of the whole ledger. */
export function keepWorld(file: string, world: World, ledger: Ledger): void {
  const text = worldText(world);
  const kept: Kept = { build, size: world.size, root: digestText(ledger.root), digest: digestOfText(text), world: text };
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, JSON.stringify(kept), { mode: 0o600 });
  renameSync(fresh, file);
}

const mapMark = '$map';
const growingMark = '$growing';

/** The same for the same world, in whatever order its members came to be. */
export const worldText = (world: World): string => JSON.stringify(world, (_key, value: unknown) => inOrder(value));

function inOrder(value: unknown): unknown {
  if (value instanceof GrowingMap) return { [growingMark]: [...(value as GrowingMap<unknown, unknown>)] };
  if (value instanceof Map) return { [mapMark]: [...(value as ReadonlyMap<unknown, unknown>)] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export const parseWorld = (text: string): World => JSON.parse(text, (_key, value: unknown) => revived(value)) as World;

type Entries = readonly (readonly [unknown, unknown])[];

function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (mapMark in value) return new Map(value[mapMark] as Entries);
  return growingMark in value ? GrowingMap.of(value[growingMark] as Entries) : value;
}
