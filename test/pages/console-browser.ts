import type { Browser, BrowserContext, Page } from 'playwright-core';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { isThorough } from '../../bin/long-tests.ts';
import { THEMES, violationsOf } from '../support/browser/axe.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import type { Person, TestService } from '../support/service/service.ts';
import type { SignedIn } from '../support/accounts/session.ts';

export interface ConsoleOptions {
  /** @default the one of this test worker */
  browser?: Browser;
  /** Whose browser it is; a stranger's without one of these. */
  guest?: Person;
  signedIn?: SignedIn;
  /** @default '/app' */
  path?: string;
  width?: number;
  /** Complaints of the browser that the test brings about. */
  expected?: RegExp;
  /** Whether its time can be moved by `page.clock`. */
  hasClock?: boolean;
  /** Done to the page before it is loaded. */
  before?: (page: Page) => Promise<unknown>;
}

export interface OpenConsole {
  page: Page;
  context: BrowserContext;
  /** What the browser complained of, and every call to somewhere else. */
  complaints: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Who was somebody until now is answered 401, which Chromium writes down. */
export const ENDED = /401 \(Unauthorized\)/;

/** A page of the console in a browser of its own. */
export async function openConsole(
  service: Pick<TestService, 'url'>,
  { browser, guest, signedIn, path = '/app', width = 1280, expected, hasClock, before }: ConsoleOptions = {},
): Promise<OpenConsole> {
  const chromium = browser ?? (await launchChromium());
  const context = await chromium.newContext({ viewport: { width, height: 800 }, locale: 'en-GB' });
  if (guest) await addCookies(context, service, { [COOKIES.guest]: guest.token });
  if (signedIn) await signInto(context, service, signedIn);
  const page = await context.newPage();
  const complaints = complaintsOf(page, service, expected);
  await page.addInitScript(
    'document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective))',
  );
  if (hasClock) await page.clock.install();
  await before?.(page);
  await page.goto(service.url + path);
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}

function complaintsOf(page: Page, service: Pick<TestService, 'url'>, expected?: RegExp): string[] {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(text);
  };
  page.on('console', (message) => complain(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => complain(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) complain(request.url());
  });
  return complaints;
}

async function addCookies(context: BrowserContext, { url }: { url: string }, values: Record<string, string>) {
  // A cookie of this prefix is for https alone; browsers make an exception for this machine.
  const attributes = { url: url.replace('http:', 'https:'), httpOnly: true, sameSite: 'Lax' } as const;
  await context.addCookies(Object.entries(values).map(([name, value]) => ({ name, value, ...attributes })));
}

/** A browser keeps who it is through a sign-in, and only the session becomes another one. */
export async function signInto(
  context: BrowserContext,
  service: Pick<TestService, 'url'>,
  { secrets }: SignedIn,
): Promise<void> {
  const kept = 'b'.repeat(43);
  await addCookies(context, service, { [COOKIES.browser]: kept, [COOKIES.session]: secrets.session });
}

/**
 * What axe finds on a phone in light and on a desk in dark colours, with THOROUGH=1 in both on both, and where the page
 * is wider than these.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  return atEachWidth(page, async (width) => {
    const usual = width < 1000 ? (['light'] as const) : (['dark'] as const);
    return [...(await violationsOf(page, isThorough() ? THEMES : usual)), ...(await tooWide(page))];
  });
}

/** Goes to a screen and waits for a part of it; what is wrong with how it looks, and what the browser complained of. */
export async function faultsAt(
  { page, complaints }: OpenConsole,
  path: string,
  there = 'h1',
): Promise<string[]> {
  await page.goto(new URL(path, page.url()).href);
  await page.locator(there).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  return [...(await faultsOf(page)), ...complaints];
}

/** Where a page is wider than a phone or a desk. */
export const widerThanScreens = (page: Page) => atEachWidth(page, () => tooWide(page));

/** What is wrong with how a page looks at each of some widths. */
export async function atEachWidth(
  page: Page,
  look: (width: number) => Promise<string[]>,
  widths: readonly number[] = [390, 1280],
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // Charts are drawn anew in a frame after the one that made them wider.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    faults.push(...(await look(width)).map((fault) => `at ${width} px: ${fault}`));
  }
  return faults;
}

async function tooWide(page: Page): Promise<string[]> {
  const [own, width] = [page.viewportSize()?.width ?? 0, await scrollWidthOf(page)];
  return width > own ? [`${width} px wide`] : [];
}

export const scrollWidthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

export { violationsOf } from '../support/browser/axe.ts';
