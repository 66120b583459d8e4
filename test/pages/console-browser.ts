import type { Browser, BrowserContext, Page } from 'playwright-core';
import { COOKIES } from '../../lib/contract/cookies.ts';
import type { Person, TestService } from '../support/service.ts';

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

export { violationsOf } from '../support/axe.ts';

export const scrollWidthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
