import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isUnpacked } from './npm-chromium.ts';

const OPEN_PAGE = fileURLToPath(new URL('open-page.ts', import.meta.url));

/**
 * Vitest's global set-up. What is read for the first time on a machine (280 MB of a browser, the bundler) takes as long as
 * its disk does, which is no test's time: once after `npm ci`.
 */
export async function setup(): Promise<void> {
  if (isUnpacked()) return;
  console.log('Unpacking and starting the browser for the first time…');
  const startedAt = performance.now();
  const error = await promisify(execFile)(process.execPath, [OPEN_PAGE]).catch((failure: unknown) => failure);
  // Where there is none, each test that needs one says so.
  const how = error instanceof Error ? `It does not start (${error.message}), after` : 'It took';
  console.log(`${how} ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
