import { type Browser, chromium } from 'playwright-core';
import { hasNpmChromium, npmChromium, oneFont, type Program } from './npm-chromium.ts';
import { isProgram, programPath } from '../machines/programs.ts';

const INSTALLED_AS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * `CHROMIUM_PATH` first, then the one of npm, then an installed Chromium. That of npm has no window and no more around
 * its pages than a shell: it opens one in a quarter of the CPU. Throws when `CHROMIUM_PATH` names no program.
 */
export async function findChromium(configured = process.env['CHROMIUM_PATH'] ?? ''): Promise<Program> {
  if (configured !== '') {
    if (!isProgram(configured)) throw new Error(`CHROMIUM_PATH must name a program; got ${configured}.`);
    return { path: configured, env: {} };
  }
  return (hasNpmChromium ? null : installedChromium()) ?? npmChromium();
}

/** The Chromium or Chrome that the machine has, null for none. */
export function installedChromium(path = process.env['PATH']): Program | null {
  const installed = INSTALLED_AS.map((name) => programPath(name, path)).find((found) => found !== null);
  return installed ? { path: installed, env: {} } : null;
}

/**
 * A real Chromium without a window that talks to nobody but the pages it is given, with one font everywhere: the one of
 * this worker, which goes with it. What a file closes are its pages, cookies and caches.
 */
export async function launchChromium(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await startChromium();
  return keptRunning(shared);
}

/** Playwright ends it when the worker is ended. */
let shared: Browser | undefined;

/** To start one is as much CPU as some tests of pages. */
function keptRunning(browser: Browser): Browser {
  const close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return new Proxy(browser, {
    get: (target, name) => {
      if (name === 'close' || name === Symbol.asyncDispose) return close;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** One more, for its caller alone. */
export async function startChromium(found?: Program): Promise<Browser> {
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
