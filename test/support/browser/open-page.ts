import { siteHere } from '../../../lib/local/gateway/console-routes.ts';
import { startChromium } from './chromium.ts';

/** A program of its own: the loader of Vitest's set-up cannot tell where an error of the browser's client comes from. */
async function openPage(): Promise<void> {
  await using browser = await startChromium();
  await (await browser.newPage()).goto('data:text/html,<p>warm');
}

await Promise.all([openPage(), siteHere({ arePublicPagesShown: false })]);
