import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { endSessions } from '../../../../lib/data/accounts/accounts.ts';
import { getOwner } from '../../../../lib/data/owners.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { TestBrowser } from '../../../support/browser/browser.ts';
import { HostileIssuer, type Ways } from '../../../support/accounts/hostile-issuer.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let issuer: HostileIssuer;
let service: TestService;
beforeAll(async () => {
  issuer = await HostileIssuer.start();
  service = await startTestService({ identity: issuer.identity });
});
afterAll(async () => {
  await service.stop();
  await issuer.stop();
});
beforeEach(() => void (issuer.ways = {}));

const nowSec = () => Math.floor(Date.now() / 1000);

/** Begins a sign-in; returns what the issuer was asked. */
async function begin(browser: TestBrowser, path = '/auth/login'): Promise<URLSearchParams> {
  const { location } = await browser.open(service.url + path);
  const asked = new URL(location ?? '').searchParams;
  issuer.nonce = asked.get('nonce') ?? '';
  return asked;
}

function callbackOf(asked: URLSearchParams, more: Record<string, string> = {}): string {
  const state = asked.get('state') ?? '';
  return `${service.url}/auth/callback?${new URLSearchParams({ state, code: 'c', iss: issuer.url, ...more })}`;
}

async function signIn(ways: Ways, path?: string, browser = new TestBrowser()) {
  const asked = await begin(browser, path);
  issuer.ways = ways;
  const reply = await browser.open(callbackOf(asked));
  return { browser, reply };
}

const storedFor = (browser: TestBrowser) =>
  getSession(service.core.table, hashOf(browser.cookie(service.url, COOKIES.session) ?? ''));

async function ownerOf(browser: TestBrowser) {
  const owner = await getOwner(service.core.table, (await storedFor(browser))?.ownerId ?? '');
  return owner?.kind === 'account' ? owner : undefined;
}

it('an honest answer signs in, asked for with the proof of who began', async () => {
  const browser = new TestBrowser();
  const asked = await begin(browser);
  const reply = await browser.open(callbackOf(asked));

  expect(reply.status).toBe(302);
  expect(await ownerOf(browser)).toMatchObject({ email: 'ana@example.com' });
  const { form, authorization } = issuer.asked ?? {};
  const verifier = form?.get('code_verifier') ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(asked.get('code_challenge'));
  expect(form?.get('redirect_uri')).toBe(`${service.url}/auth/callback`);
  expect(authorization).toMatch(/^Basic /);
  expect(form?.has('client_secret')).toBe(false);
});

describe('an answer that does not hold signs nobody in', () => {
  it.each<[string, () => Ways]>([
    ['a nonce of another sign-in', () => ({ claims: { nonce: 'n'.repeat(43) } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'https://other.example' } })],
    ['another audience', () => ({ claims: { aud: 'other' } })],
    [
      'an audience beside ours, for the other',
      () => ({ claims: { aud: ['rollcall', 'other'], azp: 'other' } }),
    ],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['a token that has expired', () => ({ claims: { exp: nowSec() - 120 } })],
    ['a token of the future', () => ({ claims: { nbf: nowSec() + 3_600 } })],
    ['a proof of the future', () => ({ claims: { auth_time: nowSec() + 3_600 } })],
    ['no time of the proof', () => ({ claims: { auth_time: undefined } })],
    ['a time of the proof that is text', () => ({ claims: { auth_time: String(nowSec()) } })],
    ['no signature', () => ({ signing: 'none' })],
    ['a signature by the secret of the client', () => ({ signing: 'the client secret' })],
    ['a signature by another key', () => ({ signing: 'another key' })],
    ['a key that the issuer does not show', () => ({ signing: 'another kid' })],
    ['a code that the issuer does not know', () => ({ status: 400 })],
  ])('%s', async (_what, ways) => {
    const before = (await signIn({})).browser;
    const session = before.cookie(service.url, COOKIES.session);
    const contents = await contentsOf(service);
    const { reply } = await signIn(ways(), '/auth/login?return=/s', before);

    expect(reply).toMatchObject({ status: 401, location: null });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.text).toContain('could not be verified');
    expect(reply.text).toContain('href="/auth/login?return=%2Fs"');
    expect(before.cookie(service.url, COOKIES.session)).toBe(session);
    expect(await storedFor(before)).toBeDefined();
    expect(await contentsOf(service)).toEqual(contents);
  });

  it('an answer that another issuer brings (RFC 9207)', async () => {
    const browser = new TestBrowser();
    const asked = await begin(browser);
    const reply = await browser.open(callbackOf(asked, { iss: 'https://other.example' }));

    expect(reply.status).toBe(401);
    expect(browser.cookie(service.url, COOKIES.session)).toBeUndefined();
  });

  it('an answer to another sign-in of the same browser', async () => {
    const browser = new TestBrowser();
    const [first, second] = [await begin(browser), await begin(browser)];
    const crossed = await browser.open(callbackOf(first));
    const own = await browser.open(callbackOf(second));

    expect([crossed.status, own.status]).toEqual([401, 302]);
  });

  it('neither a code nor a reason', async () => {
    const browser = new TestBrowser();
    const state = (await begin(browser)).get('state');
    const reply = await browser.open(`${service.url}/auth/callback?state=${state}`);

    expect(reply).toMatchObject({ status: 401, location: null });
  });
});

it.each<[string, Ways, string[]]>([
  [
    'an answer that does not hold is a warning, since anybody can bring one',
    { status: 400 },
    ['warn sign_in_refused'],
  ],
  ['an issuer that fails is an error', { status: 500 }, ['error issuer_unavailable']],
])('%s', async (_what, ways, lines) => {
  const logged: string[] = [];
  await using elsewhere = await startTestService({
    identity: issuer.identity,
    log: {
      warn: (code) => void logged.push(`warn ${code}`),
      error: (code) => void logged.push(`error ${code}`),
    },
  });
  const browser = new TestBrowser();
  const { location } = await browser.open(`${elsewhere.url}/auth/login`);
  const state = new URL(location ?? '').searchParams.get('state') ?? '';
  issuer.ways = ways;
  const answer = new URLSearchParams({ state, code: 'abc', iss: issuer.url });
  await browser.open(`${elsewhere.url}/auth/callback?${answer}`);

  expect(logged).toEqual(lines);
});

describe('an issuer that cannot be asked', () => {
  it.each([
    ['fails', { status: 500 }],
    ['is asked too often', { status: 429, error: 'slow_down' }],
    ['does not know the service', { status: 400, error: 'unauthorized_client' }],
  ])('answers 503 and leaves the session where it %s', async (_what, ways) => {
    const { browser } = await signIn({});
    const session = browser.cookie(service.url, COOKIES.session);
    const { reply } = await signIn(ways, undefined, browser);

    expect(reply.status).toBe(503);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(browser.cookie(service.url, COOKIES.session)).toBe(session);
    expect(service.logged).toContain('issuer_unavailable');
  });

  it('is asked with the new secret of the client after one sign-in with the old', async () => {
    const clientSecret = { text: issuer.clientSecret };
    const { identity } = issuer;
    await using rotating = await startTestService({ identity: { ...identity, clientSecret } });
    const status = async () => {
      const browser = new TestBrowser();
      const { location } = await browser.open(`${rotating.url}/auth/login`);
      const asked = new URL(location ?? '').searchParams;
      issuer.nonce = asked.get('nonce') ?? '';
      return (await browser.open(callbackOf(asked).replace(service.url, rotating.url))).status;
    };
    const before = await status();
    issuer.clientSecret = clientSecret.text = 'the-next-secret-of-the-client';
    const after = [await status(), await status()];
    issuer.clientSecret = 'the-secret-of-the-client';

    expect([before, ...after]).toEqual([302, 503, 302]);
  });

  it('is one without TLS elsewhere, and one that is another than it says', async () => {
    const { identity } = issuer;
    const other = identity.issuer.replace('127.0.0.1', 'localhost');
    for (const refused of ['http://issuer.example', other]) {
      await using elsewhere = await startTestService({ identity: { ...identity, issuer: refused } });
      const reply = await new TestBrowser().open(`${elsewhere.url}/auth/login`);

      expect(reply).toMatchObject({ status: 503, location: null });
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(elsewhere.logged).toEqual(['issuer_unavailable']);
    }
  });
});

describe('whose account it is', () => {
  it('says the subject, not the address', async () => {
    const of = async (sub: string) => {
      const { browser } = await signIn({ claims: { sub, email: 'shared@example.com' } });
      return (await storedFor(browser))?.ownerId;
    };
    const [one, other, again] = [await of('one'), await of('other'), await of('one')];

    expect(one).not.toBe(other);
    expect(again).toBe(one);
  });

  it('has the address that the issuer confirmed last', async () => {
    await signIn({ claims: { sub: 'moved', email: 'old@example.com' } });
    service.clock.advance(60);
    const { browser } = await signIn({ claims: { sub: 'moved', email: 'new@example.com' } });

    expect(await ownerOf(browser)).toMatchObject({
      email: 'new@example.com',
      emailVerifiedAt: service.clock.now(),
    });
  });

  it.each([
    ['is not confirmed', { email_verified: false }],
    ['is confirmed by nothing but a word', { email_verified: 'yes' }],
    ['nobody speaks of', { email_verified: undefined }],
    ['is missing', { email: undefined }],
  ])('is nobody, and none is made, when the address %s', async (_what, claims) => {
    const before = await contentsOf(service);
    const { browser, reply } = await signIn({ claims: { sub: 'unconfirmed', ...claims } });

    expect(reply.status).toBe(403);
    expect(reply.text).toContain('not confirmed yet');
    expect(browser.cookie(service.url, COOKIES.session)).toBeUndefined();
    expect(await contentsOf(service)).toEqual(before);
  });

  it('takes a confirmation that is written as text, as Cognito does', async () => {
    const { reply } = await signIn({ claims: { sub: 'text', email_verified: 'true' } });

    expect(reply.status).toBe(302);
  });
});

describe('a second proof', () => {
  it('is none when it is older than five minutes, whatever was asked for', async () => {
    const { browser } = await signIn({});
    const session = browser.cookie(service.url, COOKIES.session);
    const claims = { auth_time: nowSec() - 400 };
    const { reply } = await signIn({ claims }, '/auth/login?step=1', browser);

    expect(reply.status).toBe(401);
    expect(browser.cookie(service.url, COOKIES.session)).toBe(session);
    // A sign-in by a session at the issuer is one, and says its age.
    const silent = await signIn({ claims });
    expect(silent.reply.status).toBe(302);
    const agoMs = service.clock.now() - ((await storedFor(silent.browser))?.authTime ?? 0);
    expect(agoMs).toBeGreaterThanOrEqual(400_000);
  });

  it.each([
    [{ acr: 'loa:4' }, true],
    [{ amr: ['pwd', 'mfa'] }, true],
    [{ acr: 'loa:1', amr: ['pwd'] }, false],
    [{ acr: ['loa:4'] }, false],
    [{ amr: 'mfa' }, false],
    [{}, false],
  ])('with the signs %j has a second factor: %s', async (claims, has) => {
    const { browser } = await signIn({});
    const { reply } = await signIn({ claims }, '/auth/login?mfa=1&return=/s', browser);

    expect(reply.status).toBe(has ? 302 : 403);
    expect((await storedFor(browser))?.mfa).toBe(has);
    if (!has) expect(reply.text).toContain('href="/auth/login?return=%2Fs&amp;mfa=1"');
  });
});

describe('after the end of all sessions', () => {
  const person = { sub: 'left-behind', email: 'left@example.com' };
  const old = { claims: { ...person, auth_time: nowSec() - 60 } };
  async function endAll(browser: TestBrowser) {
    await endSessions(service.core.table, (await storedFor(browser))?.ownerId ?? '', service.clock.now());
  }

  it('a proof of before begins none: the issuer is asked for a new one', async () => {
    const { browser } = await signIn({ claims: person });
    await endAll(browser);
    const { browser: other, reply } = await signIn(old, '/auth/login?return=/s');
    const asked = new URL(reply.location ?? '').searchParams;
    issuer.nonce = asked.get('nonce') ?? '';
    issuer.ways = { claims: person };
    const back = await other.open(callbackOf(asked));

    expect(reply.location).toContain(`${issuer.url}/authorize?`);
    expect(Object.fromEntries(asked)).toMatchObject({ prompt: 'login', max_age: '300' });
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-mm-browser=/)]);
    expect([back.status, back.location]).toEqual([302, `${service.url}/s`]);
  });

  it('an issuer that goes on showing the old one signs nobody in', async () => {
    const { browser } = await signIn({ claims: person });
    await endAll(browser);
    const before = await contentsOf(service);
    const { reply } = await signIn(old, '/auth/login?step=1&return=/s');

    expect(reply).toMatchObject({ status: 401, location: null });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.text).toContain('href="/auth/login?return=%2Fs&amp;step=1"');
    expect(await contentsOf(service)).toEqual(before);
  });

  it('a sign-in anew begins one, and is asked for as such', async () => {
    const { browser } = await signIn({ claims: person });
    await endAll(browser);
    const asked = await begin(new TestBrowser(), '/auth/login?step=1');
    const { reply } = await signIn({ claims: person });

    expect(Object.fromEntries(asked)).toMatchObject({ prompt: 'login', max_age: '300' });
    expect(reply.status).toBe(302);
  });
});
