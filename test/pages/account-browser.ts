import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import type { TestService } from '../support/service/service.ts';
import { signedIn, type SignInOptions } from '../support/accounts/session.ts';

export interface AccountOptions extends Pick<BrowserContextOptions, 'javaScriptEnabled' | 'colorScheme'> {
  isSignedIn?: boolean;
  width?: number;
  /** How the person signed in. */
  proof?: SignInOptions['proof'];
  /** Done to the page before it is loaded. */
  before?: (page: Page) => Promise<unknown>;
}

/** The account page in a browser, with everything that must not happen written down in `complaints`. */
export async function openAccount(browser: Browser, service: TestService, options: AccountOptions = {}) {
  const { isSignedIn = true, width = 1024, before, proof = {}, ...ofContext } = options;
  const alice = await signedIn(service, { proof });
  const context = await browser.newContext({ viewport: { width, height: 800 }, ...ofContext });
  // By their own scheme, since Chromium sets no secure cookie of a plain address from outside.
  const url = service.url.replace('http:', 'https:');
  const cookie = (name: string, value: string) => ({ name, value, url, httpOnly: true });
  const { browser: own, session } = alice.secrets;
  if (isSignedIn) await context.addCookies([cookie(COOKIES.browser, own), cookie(COOKIES.session, session)]);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.addInitScript(
    'document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective))',
  );
  await before?.(page);
  await page.goto(`${service.url}/account`);
  return { page, alice, complaints, [Symbol.asyncDispose]: () => context.close() };
}

export { violationsOf } from '../support/browser/axe.ts';

/** A page that is not painted yet takes no keys; to be hovered over, a part of it has to be. */
export async function focusPainted(part: Locator): Promise<void> {
  await part.hover();
  await part.focus();
}

/** Opens whatever can be opened, so that it is looked at too. */
export const openAll = (page: Page) =>
  page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
