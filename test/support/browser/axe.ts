import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The document is the same in the second theme: only what depends on colours can differ there. */
const RULES_OF_THEMES = {
  light: {},
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
} as const;

export type Theme = keyof typeof RULES_OF_THEMES;
export const THEMES: readonly Theme[] = ['light', 'dark'];

/** What axe finds on a page in some themes: each rule with the first part that breaks it. */
export async function violationsOf(page: Page, themes = THEMES): Promise<string[]> {
  await addAxe(page);
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const options = JSON.stringify({ ...RULES_OF_THEMES[colorScheme], resultTypes: ['violations'] });
    const violations = await page.evaluate<string[]>(
      `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`,
    );
    found.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  return found;
}

/** Once for each document, and past Playwright, whose own evaluation takes twice the CPU. */
async function addAxe(page: Page): Promise<void> {
  if (await page.evaluate<boolean>('typeof axe === "object"')) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `${AXE};0` });
  await session.detach();
}
