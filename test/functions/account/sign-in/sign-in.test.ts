import { ownerIdOfIdentity } from '../../../../lib/data/accounts/accounts.ts';
import { identityHashOf } from '../../../../lib/flows/address-hash.ts';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES, CSRF_HEADER } from '../../../../lib/contract/cookies.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { TestBrowser, toCallback } from '../../../support/browser/browser.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(() => startTestService({ identity: 'own' }));

const sessionOf = (browser: TestBrowser) => browser.cookie(service.url, COOKIES.session);
const browserSecretOf = (browser: TestBrowser) => browser.cookie(service.url, COOKIES.browser);
const storedFor = (browser: TestBrowser) => getSession(service.core.table, hashOf(sessionOf(browser) ?? ''));

async function signIn(email: string, path?: string, browser = new TestBrowser()) {
  const reply = await browser.open(await toCallback(browser, service, email, path));
  return { browser, reply };
}

async function createMonitor(browser: TestBrowser): Promise<number> {
  const bootstrap = await browser.open(`${service.url}/api/auth/bootstrap`);
  const { csrf } = JSON.parse(bootstrap.text) as { csrf: string };
  const cookie = Object.values(COOKIES).map((name) => `${name}=${browser.cookie(service.url, name)}`);
  const made = await service.call('POST', '/api/endpoints', {
    headers: { cookie: cookie.slice(0, 2).join('; '), origin: service.url, [CSRF_HEADER]: csrf },
    body: { name: 'nightly backup', interval_sec: 300 },
  });
  return made.status;
}

describe('a sign-in by a mailed code', () => {
  it('begins a session that the writes of a page go with', async () => {
    const { browser, reply } = await signIn('ana@example.com');

    expect([reply.status, reply.location]).toEqual([302, `${service.url}/account`]);
    expect(reply.headers.getSetCookie().toSorted()).toEqual([
      expect.stringMatching(
        /^__Host-mm-auth=\w{43}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-mm-browser=\w{43}; Path=\/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(await createMonitor(browser)).toBe(201);
  });

  it('notes when and how the person proved who it is, by the clock of the service', async () => {
    const { browser } = await signIn('ben@example.com');
    const session = await storedFor(browser);

    expect(session).toMatchObject({ mfa: false, acr: 'urn:rollcall:mail', amr: ['otp'] });
    const person = session?.person ?? { issuer: '', subject: '' };
    expect(await ownerIdOfIdentity(service.core.table, identityHashOf(person))).toBe(session?.ownerId);
    const agoMs = service.clock.now() - (session?.authTime ?? 0);
    expect(agoMs).toBeGreaterThanOrEqual(0);
    expect(agoMs).toBeLessThan(60_000);
  });

  it('is of one account for a person, whatever the browser', async () => {
    const [one, other, stranger] = [
      await signIn('cleo@example.com'),
      await signIn('CLEO@example.com'),
      await signIn('dan@example.com'),
    ];
    const owners = await Promise.all(
      [one, other, stranger].map(async ({ browser }) => (await storedFor(browser))?.ownerId),
    );

    expect(owners[0]).toBeDefined();
    expect(owners[1]).toBe(owners[0]);
    expect(owners[2]).not.toBe(owners[0]);
  });

  it('returns to where it was asked for', async () => {
    const path = '/account?tab=keys';
    const { reply } = await signIn('eve@example.com', `/auth/login?return=${encodeURIComponent(path)}`);

    expect(reply.location).toBe(service.url + path);
  });

  it('ends the session before it, and renews the secret of the browser', async () => {
    const { browser } = await signIn('finn@example.com');
    const [session, secret] = [sessionOf(browser), browserSecretOf(browser)];
    await signIn('finn@example.com', undefined, browser);

    expect(sessionOf(browser)).not.toBe(session);
    expect(browserSecretOf(browser)).not.toBe(secret);
    expect(await getSession(service.core.table, hashOf(session ?? ''))).toBeUndefined();
    expect(await storedFor(browser)).toBeDefined();
  });
});

describe('what comes back from the issuer', () => {
  const refused = { status: 400, location: null };

  it('ends a sign-in once', async () => {
    const browser = new TestBrowser();
    const callback = await toCallback(browser, service, 'gil@example.com');
    const secret = browserSecretOf(browser) ?? '';
    await browser.open(callback);
    const session = sessionOf(browser);
    browser.setCookie(service.url, COOKIES.browser, secret);
    const again = await browser.open(callback);

    expect(again).toMatchObject(refused);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(sessionOf(browser)).toBe(session);
  });

  it('is taken of the browser alone that began, which can still end it then', async () => {
    const victim = (await signIn('hal@example.com')).browser;
    const attacker = new TestBrowser();
    const callback = await toCallback(attacker, service, 'mallory@example.com');
    const session = sessionOf(victim);

    expect(await victim.open(callback)).toMatchObject(refused);
    expect(await new TestBrowser().open(callback)).toMatchObject(refused);
    expect(sessionOf(victim)).toBe(session);
    expect((await attacker.open(callback)).status).toBe(302);
  });

  it('is a page with a link that begins anew', async () => {
    const reply = await new TestBrowser().open(`${service.url}/auth/callback?state=x&code=y`);

    expect(reply).toMatchObject(refused);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.text).toContain('href="/auth/login">Try again</a>');
  });

  it('says of a person who gave up what happened, with a link that leads to the same', async () => {
    const browser = new TestBrowser();
    const callback = new URL(
      await toCallback(browser, service, 'ida@example.com', '/auth/login?return=/account'),
    );
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    const reply = await browser.open(callback.href);

    expect(reply.status).toBe(401);
    expect(reply.text).toContain('The sign-in was cancelled.');
    expect(reply.text).toContain('href="/auth/login?return=%2Faccount"');
  });

  it('is too late after ten minutes', async () => {
    const browser = new TestBrowser();
    const callback = await toCallback(browser, service, 'jon@example.com');
    service.clock.advance(601);

    expect(await browser.open(callback)).toMatchObject(refused);
  });
});

describe('the way to the issuer', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    String.raw`/\evil.example`,
    String.raw`/a\..\evil`,
    '/auth/login',
    'account',
    '/a\r\nb',
  ])('does not return to %j', async (path) => {
    const url = `${service.url}/auth/login?return=${encodeURIComponent(path)}`;
    const reply = await new TestBrowser().open(url);

    expect(reply).toMatchObject({ status: 400, location: null });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.text).toContain('return must be a path of this service');
  });

  it('is not gone where no person asked for it', async () => {
    const from = (headers: Record<string, string>) =>
      new TestBrowser().open(`${service.url}/auth/login`, { headers });
    // Without a guard of this machine's own before it.
    await using guarded = await startTestService({ identity: 'own', allowLoopbackAlerts: false });
    const silent = await new TestBrowser().open(`${guarded.url}/auth/login`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });

    expect(silent).toMatchObject({ status: 403, location: null });
    expect((await from({ 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' })).status).toBe(302);
  });

  it.each(['/auth/login', '/auth/callback?state=x&code=y'])('takes no HEAD at %s', async (path) => {
    const reply = await fetch(service.url + path, { method: 'HEAD' });

    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET, OPTIONS');
  });

  it('carries no secret of the browser, and only the hash of what proves the code', async () => {
    const browser = new TestBrowser();
    const { location } = await browser.open(`${service.url}/auth/login`);
    const query = new URL(location ?? '').searchParams;

    expect(Object.fromEntries(query)).toEqual({
      client_id: 'rollcall',
      response_type: 'code',
      redirect_uri: `${service.url}/auth/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^\w{43}$/),
      nonce: expect.stringMatching(/^\w{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(location).not.toContain(browserSecretOf(browser));
  });

  it('is closed where nobody signs people in', async () => {
    await using without = await startTestService();
    const reply = await new TestBrowser().open(`${without.url}/auth/login`);

    expect(reply.status).toBe(404);
    expect(reply.headers.getSetCookie()).toEqual([]);
  });
});

it('signs nobody in after five wrong codes', async () => {
  const browser = new TestBrowser();
  const { url } = await browser.follow(`${service.url}/auth/login`);
  await browser.open(url, { form: { email: 'kim@example.com' } });
  const tries = [];
  for (let count = 0; count < 5; count += 1) tries.push(await browser.open(url, { form: { code: 'wrong' } }));
  const end = await browser.follow(tries.at(-1)?.location ?? '');

  expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 303]);
  expect(end.reply).toMatchObject({ status: 401 });
  expect(sessionOf(browser)).toBeUndefined();
});
