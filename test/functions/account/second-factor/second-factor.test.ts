import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { csrfTokenOf } from '../../../../lib/runtime/callers/csrf.ts';
import { TestBrowser } from '../../../support/browser/browser.ts';
import { HostileIssuer } from '../../../support/accounts/hostile-issuer.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { codeNow, FACTOR_PAGE, keyOn, signIn, submit } from '../../../support/accounts/second-factor.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = shared(() => startTestService({ identity: 'own' }));

const ENROL = '/auth/login?enrol=1';
const mfaOf = async (browser: TestBrowser) =>
  (await getSession(service.core.table, hashOf(browser.cookie(service.url, COOKIES.session) ?? '')))?.mfa;
const open = async (browser: TestBrowser, path: string) => (await browser.open(service.url + path)).text;
const enrolments = async () =>
  (await contentsOf(service)).filter(({ pk }) => String(pk).startsWith('ENROLMENT#'));

/** Signs in, and again to enrol; returns the page that it comes back to. */
async function begin(email: string) {
  const browser = new TestBrowser();
  await signIn(browser, service, { email });
  const back = await signIn(browser, service, { email, path: ENROL });
  expect([back.status, back.location]).toEqual([302, service.url + FACTOR_PAGE]);
  const page = await open(browser, FACTOR_PAGE);
  return { browser, page, key: keyOn(page) };
}

async function enrolled(email: string) {
  const begun = await begin(email);
  const done = await send(begun, codeNow(begun.key));
  expect([done.status, done.location]).toEqual([
    303,
    `${service.url}/app/account?tab=sign-in&done=second-factor`,
  ]);
  return begun;
}

const send = ({ browser, page }: { browser: TestBrowser; page: string }, code: string) =>
  submit(browser, service, { page, path: FACTOR_PAGE, code });

describe('a second factor', () => {
  it('is set up on the page, asked for with the next sign-in, and stands in its session', async () => {
    const { browser, key } = await enrolled('ana@example.com');
    expect(key).toHaveLength(32);
    expect(await mfaOf(browser)).toBe(false);
    const elsewhere = new TestBrowser();
    await signIn(elsewhere, service, { email: 'ana@example.com', key });
    expect(await mfaOf(elsewhere)).toBe(true);
  });

  it('is confirmed with from the page', async () => {
    const { browser, key } = await enrolled('ben@example.com');
    const path = '/auth/login?mfa=1&return=/account';
    const back = await signIn(browser, service, { email: 'ben@example.com', path, key });

    expect([back.status, back.location]).toEqual([302, `${service.url}/account`]);
    expect(await mfaOf(browser)).toBe(true);
  });

  it('is removed after a sign-in with it, and not asked for from then on', async () => {
    const { browser, key } = await enrolled('cleo@example.com');
    await signIn(browser, service, { email: 'cleo@example.com', path: ENROL, key });
    const page = await open(browser, FACTOR_PAGE);
    expect(keyOn(page)).toBe('');
    const done = await submit(browser, service, { page, path: `${FACTOR_PAGE}/remove` });

    expect([done.status, done.location]).toEqual([
      303,
      `${service.url}/app/account?tab=sign-in&done=second-factor-removed`,
    ]);
    const elsewhere = new TestBrowser();
    expect((await signIn(elsewhere, service, { email: 'cleo@example.com' })).status).toBe(302);
    expect(await mfaOf(elsewhere)).toBe(false);
  });

  it('takes the place of none: who has one is given no other key', async () => {
    const { browser, key } = await enrolled('dan@example.com');
    await signIn(browser, service, { email: 'dan@example.com', path: ENROL, key });
    const page = await open(browser, FACTOR_PAGE);
    const reply = await send({ browser, page }, codeNow(key));

    expect(reply.status).toBe(409);
    expect(reply.text).toContain('enrolment_refused');
  });
});

describe('an enrolment', () => {
  it('takes a code in two halves', async () => {
    const begun = await begin('eve@example.com');
    const code = codeNow(begun.key);

    expect((await send(begun, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(303);
  });

  it('is refused with a wrong code, and goes on', async () => {
    const begun = await begin('finn@example.com');
    const wrong = await send(begun, codeNow(begun.key, 10));

    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('code must be the six digits');
    expect(wrong.text).toContain(`href="${FACTOR_PAGE}"`);
    expect(keyOn(await open(begun.browser, FACTOR_PAGE))).toBe(begun.key);
    expect((await send(begun, codeNow(begun.key))).status).toBe(303);
  });

  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])(
    'is refused with what is no code: %j',
    async (code) => {
      const begun = await begin('gil@example.com');
      const reply = await send(begun, code);

      expect([reply.status, reply.text.includes('invalid_code')]).toEqual([400, true]);
    },
  );

  itThorough('is over with the code, so that a repeat finds none', async () => {
    const begun = await enrolled('hal@example.com');
    const reply = await send(begun, codeNow(begun.key));

    expect([reply.status, reply.text.includes('enrolment_expired')]).toEqual([400, true]);
    expect((await begun.browser.open(service.url + FACTOR_PAGE)).status).toBe(400);
  });

  it('is over after five minutes', async () => {
    const begun = await begin('ida@example.com');
    service.clock.advance(299);
    expect(keyOn(await open(begun.browser, FACTOR_PAGE))).toBe(begun.key);
    service.clock.advance(1);
    const reply = await send(begun, codeNow(begun.key));

    expect(reply.status).toBe(400);
    expect(reply.text).toContain('within five minutes');
    expect(reply.text).toContain(`href="${ENROL}"`);
    expect((await begun.browser.open(service.url + FACTOR_PAGE)).status).toBe(400);
  });

  it('is of one session, and of no other of the same person', async () => {
    const begun = await begin('jo@example.com');
    const elsewhere = new TestBrowser();
    await signIn(elsewhere, service, { email: 'jo@example.com' });
    const session = elsewhere.cookie(service.url, COOKIES.session) ?? '';
    const csrf = csrfTokenOf({ browser: elsewhere.cookie(service.url, COOKIES.browser) ?? '', session });
    const page = `name="csrf" value="${csrf}"`;
    const reply = await send({ browser: elsewhere, page }, codeNow(begun.key));

    expect([reply.status, reply.text.includes('enrolment_expired')]).toEqual([400, true]);
    const bob = await signedIn(service);
    expect((await bob.call('GET', FACTOR_PAGE)).status).toBe(400);
    expect((await bob.submit(`${FACTOR_PAGE}/remove`)).status).toBe(400);
    expect((await send(begun, codeNow(begun.key))).status).toBe(303);
  });

  it('needs the proof of its page', async () => {
    const begun = await begin('kim@example.com');
    const reply = await send({ ...begun, page: '' }, codeNow(begun.key));

    expect([reply.status, reply.text.includes('invalid_csrf')]).toEqual([403, true]);
  });

  it('needs a session, and of somebody else is none', async () => {
    expect((await service.call('GET', FACTOR_PAGE)).status).toBe(401);
    const browser = new TestBrowser();
    await signIn(browser, service, { email: 'lea@example.com' });
    const before = (await enrolments()).length;
    const reply = await signIn(browser, service, { email: 'mo@example.com', path: ENROL });

    expect([reply.status, reply.text.includes('another_person')]).toEqual([403, true]);
    expect(await enrolments()).toHaveLength(before);
  });

  it('is a plain sign-in where nobody is signed in', async () => {
    const browser = new TestBrowser();
    const reply = await signIn(browser, service, { email: 'nia@example.com', path: ENROL });

    expect(reply.location).toBe(`${service.url}/account`);
  });

  it('is kept so that nobody reads token or key from the table', async () => {
    const { key } = await begin('ole@example.com');
    const kept = (await enrolments()).at(-1);

    expect(Object.keys(kept ?? {}).sort()).toEqual(['expiresAt', 'pk', 'sealed', 'sk', 'ttl']);
    const stored = JSON.stringify(await contentsOf(service));
    expect(stored).not.toContain(key);
    expect(Buffer.from(String(kept?.['sealed']), 'base64').toString('latin1')).not.toContain(key);
  });
});

describe('another issuer', () => {
  it('sees to second factors itself, as the page says', async () => {
    const issuer = await HostileIssuer.start();
    try {
      await using elsewhere = await startTestService({ identity: issuer.identity });
      const alice = await signedIn(elsewhere);
      const { account } = (await alice.call('GET', '/api/account')).json;

      expect(account.second_factor).toEqual({ shown: false, set_up_here: false, recovery_codes_left: null });
      const reply = await new TestBrowser().open(elsewhere.url + ENROL);
      expect([reply.status, reply.text.includes('at your sign-in provider')]).toEqual([404, true]);
    } finally {
      await issuer.stop();
    }
  });
});

it('the issuer of this machine opens second factors to access tokens for them alone', async () => {
  const { issuer = '' } = service.core.config.identity ?? {};
  for (const authorization of ['', 'Bearer x', 'Basic eDp5']) {
    const reply = await fetch(`${issuer}/factors/totp`, { headers: { authorization } });
    expect(reply.status).toBe(401);
  }
});
