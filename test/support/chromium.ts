import { type Browser, chromium } from 'playwright-core';
import { npmChromium, oneFont, type Program } from './npm-chromium.ts';
import { isProgram, programPath } from './programs.ts';

const INSTALLED_AS = ['chromium', 'chromium-browser', 'google-chrome'];

/** `CHROMIUM_PATH` first, then an installed Chromium, then the one of npm. Throws when `CHROMIUM_PATH` names none. */
export async function findChromium(
  configured = process.env['CHROMIUM_PATH'] ?? '',
  path = process.env['PATH'],
): Promise<Program> {
  if (configured !== '' && !isProgram(configured)) {
    throw new Error(`CHROMIUM_PATH must name a program; got ${configured}.`);
  }
  const installed =
    configured || INSTALLED_AS.map((name) => programPath(name, path)).find((found) => found !== null);
  return installed ? { path: installed, env: {} } : npmChromium();
}

/** A real Chromium without a window that talks to nobody but the pages it is given, with one font everywhere. */
export async function launchChromium(found?: Program): Promise<Browser> {
  const [program, font] = await Promise.all([found ?? findChromium(), oneFont()]);
  return chromium.launch({
    executablePath: program.path,
    env: { ...process.env, ...program.env, ...font },
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
      '--font-render-hinting=none',
    ],
  });
}
