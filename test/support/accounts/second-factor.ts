import { pageHeaders } from './session.ts';
import { codeMailedTo, toCallback, type TestBrowser } from '../browser/browser.ts';
import type { TestService } from '../service/service.ts';
import { totpOf } from './totp.ts';

export const FACTOR_PAGE = '/account/second-factor';

/** What an authenticator shows now, or so many steps of thirty seconds later. */
export const codeNow = (key: string, steps = 0): string => totpOf(key, Date.now() / 1000 + steps * 30);

/** The key on the page of an enrolment; empty where none is shown. */
export const keyOn = (page: string): string => /<code id="key">([A-Z2-7]+)<\/code>/.exec(page)?.[1] ?? '';

/** Signs in at the service's own issuer by mail, and where the issuer asks for it with an authenticator of this key. */
export async function signIn(
  browser: TestBrowser,
  service: TestService,
  { email, path = '/auth/login', key = '' }: { email: string; path?: string; key?: string },
) {
  if (key === '') return browser.open(await toCallback(browser, service, email, path));
  const { url } = await browser.follow(service.url + path);
  await browser.open(url, { form: { email } });
  const third = await browser.open(url, { form: { code: codeMailedTo(service, email) } });
  if (!third.text.includes('authenticator app shows'))
    throw new Error(`No second factor was asked for: ${third.text}`);
  const { location } = await browser.open(url, { form: { code: codeNow(key) } });
  const isBack = (at: string) => at.startsWith(`${service.url}/auth/callback`);
  return browser.open((await browser.follow(location ?? '', isBack)).url);
}

/** Sends a form of a page that the browser has open. */
export function submit(
  browser: TestBrowser,
  service: TestService,
  { page, path, ...fields }: { page: string; path: string; [field: string]: string },
) {
  const csrf = /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const headers = pageHeaders(service, 'POST');
  return browser.open(service.url + path, { form: { csrf, ...fields }, headers });
}
