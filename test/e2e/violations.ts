import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../support/launch-console.ts';

const source = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Every rule of the four standards, or only those that a change of colours can break. */
const asked = {
  everything: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** What axe finds wrong with the page as it is now, a line each. */
export async function violationsOf(page: Page, of: keyof typeof asked): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async ({ type, values }) => {
    const { violations } = await window.axe.run(document, { runOnly: { type, values: [...values] }, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`));
  }, asked[of]);
}
