import type { Database } from 'better-sqlite3';
import { storedReceipt } from '../receipt-pages.ts';

/** The installation that the first receipt names; null where there is none, or where it names none. */
export function installationIn(db: Database): string | null {
  const first = storedReceipt(db, 1);
  if (!first) return null;
  const { body } = JSON.parse(first.bytes.toString('utf8')) as { readonly body?: { readonly value?: { readonly installation?: unknown } } };
  return typeof body?.value?.installation === 'string' ? body.value.installation : null;
}
