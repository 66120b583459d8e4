import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newToken } from '../../../lib/adapters/ids.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../../lib/contract/cookies.ts';
import { csrfTokenOf } from '../../../lib/runtime/callers/csrf.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';

let service: TestService;
let alice: SignedIn;
beforeAll(
  async () => void (service = await startTestService({ allowLoopbackAlerts: false, identity: 'own' })),
);
beforeEach(async () => void (alice = await signedIn(service)));
afterAll(() => service.stop());

const PATH = '/account';
const GONE = `${COOKIES.session}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
const tokenIn = ({ text }: Reply) => /name="csrf" value="([^"]*)"/.exec(text)?.[1];
const policyOf = ({ headers }: Reply) => headers.get('content-security-policy')?.split('; ');
const hashIn = ({ text }: Reply, part: 'style' | 'script') => {
  const [, own = ''] = new RegExp(`<${part}>([^]*?)</${part}>`).exec(text) ?? [];
  return `sha256-${createHash('sha256').update(own).digest('base64')}`;
};
const profileOf = async (who: SignedIn) => (await who.call('GET', '/api/account/profile')).json['profile'];
const statusOf = async (who: SignedIn) => (await who.call('GET', '/api/me')).status;

/** A refusal as a page, and that nothing was written. */
async function expectRefusedPage(submit: () => Promise<Reply>, status: number, ...words: string[]) {
  const before = await contentsOf(service);
  const reply = await submit();
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  for (const word of words) expect(reply.text).toContain(word);
  expect(await contentsOf(service)).toEqual(before);
}

describe('the page', () => {
  it('leads to the sign-in where nobody is signed in, and knows nothing of the browser', async () => {
    for (const cookie of ['', `${COOKIES.session}=${newToken('')}`, `${COOKIES.session}=x`]) {
      const reply = await service.call('GET', PATH, { headers: { cookie } });

      expect(reply.status).toBe(200);
      expect(reply.text).toContain('href="/auth/login?return=%2Faccount"');
      expect(reply.text).not.toContain('<form');
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });

  it('says so where nobody can sign in', async () => {
    await using alone = await startTestService();

    expect((await alone.call('GET', PATH)).text).toContain('no issuer is configured');
  });

  it('shows who is signed in, with the token of this browser and session in each form', async () => {
    const reply = await alice.call('GET', PATH);

    expect(reply.text).toContain(alice.account.email);
    expect(reply.text.match(/<form/g)).toHaveLength(reply.text.split(`value="${alice.csrf}"`).length - 1);
    expect(reply.headers.getSetCookie()).toEqual([
      `${COOKIES.browser}=${alice.secrets.browser}; Path=/; Max-Age=${BROWSER_COOKIE_SEC}; HttpOnly; Secure; SameSite=Lax`,
    ]);
    expect(reply.text).not.toContain(alice.secrets.browser);
    expect(reply.text).not.toContain(alice.secrets.session);
  });

  it('gives a browser that lost its own cookie a new one, and forms that work with it', async () => {
    const session = `${COOKIES.session}=${alice.secrets.session}`;
    const reply = await service.call('GET', PATH, { headers: { cookie: session } });
    const browser = /mm-browser=([^;]+)/.exec(reply.headers.getSetCookie()[0] ?? '')?.[1] ?? '';

    expect(tokenIn(reply)).toBe(csrfTokenOf({ browser, session: alice.secrets.session }));
  });

  it('is kept by nobody, framed by nobody, and names itself to its own service alone', async () => {
    const { headers } = await alice.call('GET', PATH);

    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toContain('Cookie');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('has the one stylesheet and the one script that its policy allows', async () => {
    const reply = await alice.call('GET', PATH);

    expect(policyOf(reply)).toContain(`style-src '${hashIn(reply, 'style')}'`);
    expect(policyOf(reply)).toContain(`script-src '${hashIn(reply, 'script')}'`);
    expect(policyOf(reply)).toContain("connect-src 'self'");
    expect(policyOf(reply)).toContain('img-src data:');
  });

  it('has no script, and may run none, for a stranger and where something was refused', async () => {
    for (const reply of [
      await service.call('GET', PATH),
      await alice.submit('/account/profile', { name: 'Eve', revision: '7' }),
    ]) {
      expect(reply.text).not.toContain('<script');
      expect(policyOf(reply)).toContain(`style-src '${hashIn(reply, 'style')}'`);
      expect(String(policyOf(reply))).not.toMatch(/script-src|connect-src/);
    }
  });

  it('begins no trial, and writes what a stranger may have chosen as text', async () => {
    await alice.submit('/account/profile', { name: '"><script>alert(1)</script>', revision: '1' });
    const reply = await alice.call('GET', `${PATH}?done=%3Cscript%3E`);

    expect(reply.text.match(/<script[^>]*>/g)).toEqual(['<script>']);
    expect(reply.text).not.toContain('alert(1)</script>');
    expect(reply.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(reply.text).toContain('begins with your first call');
    expect((await alice.call('GET', '/api/me')).json['trial']).toMatchObject({ ends_at: null });
  });

  it('says only what can be true of who is signed in, since anybody can write the link', async () => {
    const noteOf = async (who: Pick<SignedIn, 'call'> | TestService, done: string) => {
      const { text } = await who.call('GET', `${PATH}?done=${done}`);
      return /<p class="note" role="status">([^<]*)/.exec(text)?.[1];
    };
    for (const done of ['signed-out', 'ended', 'ended-here']) {
      expect(await noteOf(alice, done), done).toBeUndefined();
      expect(await noteOf(service, done), done).toBeDefined();
    }
    for (const done of ['profile', 'revoked', 'second-factor', 'second-factor-removed']) {
      expect(await noteOf(alice, done), done).toBeDefined();
      expect(await noteOf(service, done), done).toBeUndefined();
    }
  });

  it('is a page too where accounts cannot be read, and takes no cookie away', async () => {
    const { client } = service.core.table;
    const send = client.send;
    client.send = () => Promise.reject(new Error('The table is away.'));
    try {
      const reply = await alice.call('GET', PATH);
      expect(reply.status).toBe(503);
      expect(reply.text).toContain('auth_unavailable');
      expect(reply.headers.getSetCookie()).toEqual([]);
    } finally {
      client.send = send;
    }
  });
});

describe('the link to a passkey', () => {
  const PAGES = 'https://people.example';
  const WAY = 'passkeys/add';
  const withPages = async (pages: string, look: () => Promise<void>) => {
    const { config } = service.core;
    const { identity } = config;
    if (identity) config.identity = { ...identity, pages };
    await look().finally(() => (config.identity = identity));
  };

  it('leads to the page of the user pool, which leads back here', () =>
    withPages(PAGES, async () => {
      const reply = await alice.call('GET', PATH);
      const [, href = ''] = /href="([^"]*)">Add a passkey/.exec(reply.text) ?? [];
      const url = new URL(href.replaceAll('&amp;', '&'));

      expect(url.origin + url.pathname).toBe(`${PAGES}/passkeys/add`);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: service.core.config.identity?.clientId,
        redirect_uri: `${service.core.config.urls?.base}/account`,
      });
    }));

  it.each([
    ['success', 'Your passkey is added.'],
    ['invalid_session', 'No passkey was added.'],
    ['<b>', 'No passkey was added.'],
  ])('says what came of it: %s', (result, words) =>
    withPages(PAGES, async () => {
      const way = `${PATH}?result=${encodeURIComponent(result)}`;
      // As the browser comes back from the pages of the pool.
      const reply = await alice.call('GET', way, undefined, { headers: { 'sec-fetch-site': 'cross-site' } });

      const [, top = ''] = /<main>([^]*?)<section/.exec(reply.text) ?? [];
      expect(top).toContain(words);
      expect(reply.text.includes('href="/auth/login?step=1&amp;return=%2Faccount"')).toBe(
        result !== 'success',
      );
      expect(reply.text).not.toContain('<b>No');
      expect(reply.text).not.toContain(`value="${result}"`);
    }),
  );

  it('is not there with another issuer, nor for a stranger', async () => {
    const other = await alice.call('GET', `${PATH}?result=success`);
    expect(other.text).not.toContain(WAY);
    expect(other.text).not.toContain('passkey is added');
    await withPages(PAGES, async () => {
      expect((await service.call('GET', PATH)).text).not.toContain(WAY);
    });
  });
});

describe('the form of the profile', () => {
  const FIELDS = { name: 'Ann Ørsted', locale: 'pt-br', timeZone: 'America/Sao_Paulo', theme: 'dark' };

  it('does what the operation does, and comes back to the page', async () => {
    const reply = await alice.submit('/account/profile', { ...FIELDS, revision: '1' });

    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=profile']);
    expect(await profileOf(alice)).toEqual({ ...FIELDS, locale: 'pt-BR', revision: 2 });
    const page = await alice.call('GET', '/account?done=profile');
    expect(page.text).toContain('Your profile is saved.');
    expect(page.text).toContain('<html lang="en" data-theme="dark">');
    expect(page.text).toContain('<option value="America/Sao_Paulo" selected>');
  });

  it('can choose a zone by the name that it has already', async () => {
    await alice.submit('/account/profile', { timeZone: 'Asia/Kathmandu', revision: '1' });
    const chosen = (await profileOf(alice)).timeZone;

    expect((await alice.call('GET', PATH)).text).toContain(`<option value="${chosen}" selected>`);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['a field that breaks its rule', { locale: 'no tag', revision: '1' }, 400, 'locale must be'],
    ['another theme', { theme: 'sepia', revision: '1' }, 400, 'theme must be'],
    ['another revision', { name: 'Eve', revision: '7' }, 409, 'profile_changed'],
    ['no revision', { name: 'Eve' }, 400, 'revision'],
    ['a field that does not exist', { email: 'eve@example.com', revision: '1' }, 400, 'email'],
    ['no token', { csrf: '', revision: '1' }, 403, 'invalid_csrf'],
  ])('is refused with %s, on a page', async (_what, fields, status, word) => {
    await expectRefusedPage(() => alice.submit('/account/profile', fields), status, word, 'href="/account"');
  });

  it.each([
    ['profile_changed', { name: 'Eve', revision: '7' }],
    ['invalid_csrf', { csrf: 'old', revision: '1' }],
  ])('is refused in the words of a person, with the code: %s', async (code, fields) => {
    const { text } = await alice.submit('/account/profile', fields);
    const [, main = ''] = /<main>([^]*)<\/main>/.exec(text) ?? [];

    expect(main).toContain('Load the page of your account again');
    expect(main).toContain(`Code: ${code}`);
    expect(main).not.toMatch(/revision|X-CSRF|bootstrap|GET/);
  });

  it('is refused as a page of another session, and where nobody is signed in', async () => {
    const bob = await signedIn(service);
    const fields = { csrf: bob.csrf, name: 'Eve', revision: '1' };
    await expectRefusedPage(() => alice.submit('/account/profile', fields), 403, 'invalid_csrf');

    await alice.call('POST', '/api/auth/logout', {});
    await expectRefusedPage(
      () => alice.submit('/account/profile', { revision: '1' }),
      401,
      'invalid_session',
    );
  });
});

describe('the forms of the sessions', () => {
  it('sign this browser out, and no other', async () => {
    const elsewhere = await signedIn(service, { account: alice.account });
    const reply = await alice.submit('/account/sign-out');

    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=signed-out']);
    expect(reply.headers.getSetCookie()).toEqual([GONE]);
    expect([await statusOf(alice), await statusOf(elsewhere)]).toEqual([401, 200]);
    expect((await alice.call('GET', '/account?done=signed-out')).text).toContain('You are signed out');
  });

  it('end all sessions', async () => {
    const elsewhere = await signedIn(service, { account: alice.account });
    const reply = await alice.submit('/account/end-sessions');

    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([GONE]);
    expect([await statusOf(alice), await statusOf(elsewhere)]).toEqual([401, 401]);
  });
});
