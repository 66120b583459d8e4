import { afterEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { OPEN_ACCESS } from '../../../../lib/domain/accounts/access.ts';
import { codeMailedTo, TestBrowser, toCallback } from '../../../support/browser/browser.ts';
import { totpOf } from '../../../support/accounts/totp.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(() => startTestService({ identity: 'own' }));
afterEach(() => void (service.core.config.access = OPEN_ACCESS));

const sessionOf = (browser: TestBrowser) => browser.cookie(service.url, COOKIES.session) ?? '';
const storedFor = (browser: TestBrowser) => getSession(service.core.table, hashOf(sessionOf(browser)));

async function signIn(email: string, path?: string, browser = new TestBrowser()) {
  const reply = await browser.open(await toCallback(browser, service, email, path));
  return { browser, reply };
}

/** Goes through the three steps of the issuer's sign-in; returns the page of the third. */
async function signInByTwoFactors(browser: TestBrowser, email: string, key: string | null) {
  const { url } = await browser.follow(`${service.url}/auth/login?mfa=1&return=/keys`);
  await browser.open(url, { form: { email } });
  const third = (await browser.open(url, { form: { code: codeMailedTo(service, email) } })).text;
  const shown = /<code id="key">([A-Z2-7]{32})<\/code>/.exec(third)?.[1] ?? null;
  const done = await browser.open(url, { form: { code: totpOf(shown ?? key ?? '', Date.now() / 1000) } });
  const isBack = (at: string) => at.startsWith(`${service.url}/auth/callback`);
  const back = await browser.follow(done.location ?? '', isBack);
  return { shown, reply: await browser.open(back.url) };
}

describe('a second proof', () => {
  it('is asked for anew, and begins a session with the time of it', async () => {
    const { browser } = await signIn('ana@example.com');
    const before = { secret: sessionOf(browser), stored: await storedFor(browser) };
    service.clock.advance(3_600);
    const { reply } = await signIn('ana@example.com', '/auth/login?step=1&return=/keys', browser);

    expect([reply.status, reply.location]).toEqual([302, `${service.url}/keys`]);
    const after = await storedFor(browser);
    expect(after?.ownerId).toBe(before.stored?.ownerId);
    expect(after?.authTime).toBeGreaterThan((before.stored?.authTime ?? 0) + 3_500_000);
    expect(sessionOf(browser)).not.toBe(before.secret);
    expect(await getSession(service.core.table, hashOf(before.secret))).toBeUndefined();
  });

  it.each(['ben@example.com', 'nobody-yet@example.com'])(
    'of somebody else leaves the session: %s',
    async (other) => {
      await signIn('ben@example.com');
      const { browser } = await signIn('ana@example.com');
      const secret = sessionOf(browser);
      const before = await contentsOf(service);
      const { reply } = await signIn(other, '/auth/login?step=1', browser);

      expect(reply).toMatchObject({ status: 403, location: null });
      expect(reply.text).toContain('Someone else signed in.');
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(sessionOf(browser)).toBe(secret);
      expect(await contentsOf(service)).toEqual(before);
    },
  );

  it('is a sign-in where nobody is signed in', async () => {
    const { browser, reply } = await signIn('cleo@example.com', '/auth/login?step=1');

    expect(reply.status).toBe(302);
    expect(await storedFor(browser)).toBeDefined();
  });

  it('is not needed where the issuer still knows the browser', async () => {
    const { browser } = await signIn('dan@example.com');
    const first = await storedFor(browser);
    const codes = service.mailbox.messages().length;
    await signIn('dan@example.com', undefined, browser);

    expect(service.mailbox.messages().length).toBe(codes);
    expect((await storedFor(browser))?.ownerId).toBe(first?.ownerId);
  });
});

describe('a second factor', () => {
  it('is set up at first, then asked for, and stands in the session', async () => {
    const { browser } = await signIn('eve@example.com');
    expect((await storedFor(browser))?.mfa).toBe(false);
    const first = await signInByTwoFactors(browser, 'eve@example.com', null);

    expect([first.reply.status, first.reply.location]).toEqual([302, `${service.url}/keys`]);
    expect(await storedFor(browser)).toMatchObject({
      mfa: true,
      acr: 'urn:rollcall:second-factor',
      amr: ['otp', 'mfa'],
    });
    const again = await signInByTwoFactors(browser, 'eve@example.com', first.shown);
    expect(again.shown).toBeNull();
    expect((await storedFor(browser))?.mfa).toBe(true);
  });

  it('that was asked for and not shown is missed, and the session goes on', async () => {
    const { browser } = await signIn('finn@example.com');
    const secret = sessionOf(browser);
    const { identity } = service.core.config;
    // As an issuer that does not know what it is asked for.
    if (identity) service.core.config.identity = { ...identity, secondFactor: { acr: [], amr: ['hwk'] } };
    const { reply } = await signIn('finn@example.com', '/auth/login?mfa=1', browser);
    service.core.config.identity = identity;

    expect(reply.status).toBe(403);
    expect(reply.text).toContain('had no second factor');
    expect(sessionOf(browser)).toBe(secret);
  });
});

describe('a deployment that is not for everybody', () => {
  it('makes no account for a stranger', async () => {
    service.core.config.access = { signUp: 'closed', admins: ['root@example.com'] };
    const before = await contentsOf(service);
    const { browser, reply } = await signIn('stranger@example.com');

    expect(reply.status).toBe(403);
    expect(reply.text).toContain('accepts no new account for &quot;stranger@example.com&quot;');
    expect(sessionOf(browser)).toBe('');
    expect(await contentsOf(service)).toEqual(before);
  });

  it('lets in who has an account, its admins, and who is of its domains', async () => {
    await signIn('gil@elsewhere.example');
    service.core.config.access = { signUp: { domains: ['example.com'] }, admins: ['root@elsewhere.example'] };
    const of = async (email: string) => (await signIn(email)).reply.status;

    expect(await of('gil@elsewhere.example')).toBe(302);
    expect(await of('root@elsewhere.example')).toBe(302);
    expect(await of('hal@example.com')).toBe(302);
    expect(await of('mallory@elsewhere.example')).toBe(403);
  });
});
