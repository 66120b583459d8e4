import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const KNOWN_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of an installed Chromium; throws one sentence that says how to get one. `CHROMIUM_PATH` goes first. */
export function chromiumPath(configured = process.env['CHROMIUM_PATH'], known = KNOWN_PATHS): string {
  const found = [configured, ...known].find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found === undefined) {
    throw new Error(
      'No Chromium was found: run `sudo apt-get install chromium`, or point CHROMIUM_PATH at a Chromium or Chrome.',
    );
  }
  return found;
}

/** A real Chromium without a window that talks to nobody but the pages it is given. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
