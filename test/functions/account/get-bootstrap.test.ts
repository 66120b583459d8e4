import { describe, expect, it } from 'vitest';
import { newToken } from '../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

const PATH = '/api/auth/bootstrap';
const asked = (headers: Record<string, string> = {}) => service.call('GET', PATH, { headers });

/** The value of a cookie that a reply sets, undefined where it sets none. */
const setBy = (reply: { headers: Headers }, name: string) =>
  reply.headers
    .getSetCookie()
    .map((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1])
    .find((value) => value !== undefined);

describe('a browser that comes first', () => {
  it('gets a cookie out of reach of scripts and a token that goes with it', async () => {
    const first = await asked();
    const [line = ''] = first.headers.getSetCookie();
    const browser = setBy(first, COOKIES.browser) ?? '';
    const again = await asked({ cookie: `${COOKIES.browser}=${browser}` });

    expect(line).toMatch(
      /^__Host-mm-browser=[0-9A-Za-z]{43}; Path=\/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(again.json).toEqual(first.json);
    expect(setBy(again, COOKIES.browser)).toBe(browser);
    expect(first.headers.get('x-mm-context')).toBe(first.json['context']);
    expect(JSON.stringify(first.json)).not.toContain(browser);
  });

  it('has another token than any other browser', async () => {
    const [one, other] = [await asked(), await asked()];

    expect(one.json['csrf']).not.toBe(other.json['csrf']);
    expect(one.json['context']).not.toBe(other.json['context']);
  });

  it('gets a new cookie in the place of one that is not ours', async () => {
    const reply = await asked({ cookie: `${COOKIES.browser}=short` });

    expect(setBy(reply, COOKIES.browser)).toMatch(/^[0-9A-Za-z]{43}$/);
  });

  it('writes nothing, and no other site may read it', async () => {
    const reply = await asked();

    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('vary')).toBe('Origin, Cookie, Sec-Fetch-Site');
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const preflight = await service.call('OPTIONS', PATH);
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('a browser that is signed in', () => {
  it('gets the token and the view of its session, others after another sign-in', async () => {
    const alice = await signedIn(service);
    const own = await alice.call('GET', PATH);
    const bob = await signedIn(service);
    const sameBrowser = await asked({
      cookie: `${COOKIES.browser}=${alice.secrets.browser}; ${COOKIES.session}=${bob.secrets.session}`,
    });
    const signedOut = await asked({ cookie: `${COOKIES.browser}=${alice.secrets.browser}` });

    expect(own.json['csrf']).toBe(alice.csrf);
    const all = [own, sameBrowser, signedOut].map(({ json }) => json);
    expect(new Set(all.map(({ csrf }) => csrf)).size).toBe(3);
    expect(new Set(all.map(({ context }) => context)).size).toBe(3);
  });

  it('keeps its session cookie, and has one that means nothing counted as none', async () => {
    const alice = await signedIn(service);
    const own = await alice.call('GET', PATH);
    const browser = `${COOKIES.browser}=${alice.secrets.browser}`;
    const unknown = await asked({ cookie: `${browser}; ${COOKIES.session}=${newToken('')}` });

    expect(setBy(own, COOKIES.session)).toBeUndefined();
    expect(setBy(unknown, COOKIES.session)).toBeUndefined();
    expect(unknown.json).toEqual((await asked({ cookie: browser })).json);
  });
});

describe('what is refused', () => {
  it.each<[string, Record<string, string>]>([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that is none', { origin: 'null' }],
  ])('%s', async (_who, headers) => {
    await expectNothingWritten(service, () => asked(headers), { status: 403, error: 'invalid_origin' });
  });

  it('a query, and a cookie that was sent twice', async () => {
    const refused = { status: 400, error: 'invalid_request' };
    await expectNothingWritten(service, () => service.call('GET', `${PATH}?next=/`), {
      ...refused,
      names: ['next'],
    });
    for (const name of [COOKIES.browser, COOKIES.session]) {
      const cookie = `${name}=${newToken('')}; ${name}=${newToken('')}`;
      await expectNothingWritten(service, () => asked({ cookie }), { ...refused, names: [name] });
    }
  });
});
