import type { Browser, BrowserContext, Page } from 'playwright-core';
import { COOKIES } from '../../lib/contract/cookies.ts';
import type { Person, TestService } from '../support/service.ts';
import type { SignedIn } from '../support/session.ts';

export interface ConsoleOptions {
  /** Whose browser it is; a stranger's without it. */
  guest?: Person;
  /** @default '/app' */
  path?: string;
  width?: number;
  /** Complaints of the browser that the test brings about. */
  expected?: RegExp;
}

export interface OpenConsole {
  page: Page;
  context: BrowserContext;
  /** What the browser complained of, and every call to somewhere else. */
  complaints: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A page of the console in a browser of its own. */
export async function openConsole(
  browser: Browser,
  service: Pick<TestService, 'url'>,
  { guest, path = '/app', width = 1280, expected }: ConsoleOptions = {},
): Promise<OpenConsole> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'en-GB' });
  // A cookie of this prefix is for https alone; browsers make an exception for this machine.
  const url = service.url.replace('http:', 'https:');
  if (guest)
    await context.addCookies([
      { name: COOKIES.guest, value: guest.token, url, httpOnly: true, sameSite: 'Lax' },
    ]);
  const page = await context.newPage();
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(text);
  };
  page.on('console', (message) => complain(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => complain(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) complain(request.url());
  });
  await page.addInitScript(
    'document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective))',
  );
  await page.goto(service.url + path);
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** A browser keeps who it is through a sign-in, and only the session becomes another one. */
export async function signInto(
  context: BrowserContext,
  service: Pick<TestService, 'url'>,
  { secrets }: SignedIn,
): Promise<void> {
  const url = service.url.replace('http:', 'https:');
  const cookie = (name: string, value: string) => ({ name, value, url, httpOnly: true });
  const kept = 'b'.repeat(43);
  await context.addCookies([cookie(COOKIES.browser, kept), cookie(COOKIES.session, secrets.session)]);
}

export { violationsOf } from '../support/axe.ts';

export const scrollWidthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
