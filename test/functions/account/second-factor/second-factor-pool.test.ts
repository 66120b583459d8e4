import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { TestBrowser } from '../../../support/browser/browser.ts';
import { Cognito, type Fault } from '../../../support/accounts/cognito.ts';
import { HostileIssuer } from '../../../support/accounts/hostile-issuer.ts';
import { pageHeaders } from '../../../support/accounts/session.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { codeNow, FACTOR_PAGE, keyOn, submit } from '../../../support/accounts/second-factor.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';

const SCOPE = 'aws.cognito.signin.user.admin';

let issuer: HostileIssuer;
let cognito: Cognito;
let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  [issuer, cognito] = await Promise.all([HostileIssuer.start(), Cognito.start()]);
  cognito.clientSecret = issuer.clientSecret;
  const pool = { clientSecret: { userPool: 'us-east-1_AbCdEfGhI' }, factorScope: SCOPE };
  service = await startTestService({ identity: { ...issuer.identity, ...pool } });
  service.core.config.standIns.cognito = cognito.url;
});
afterAll(async () => {
  await service.stop();
  await Promise.all([issuer.stop(), cognito.stop()]);
});
beforeEach(async () => {
  cognito.reset();
  browser = new TestBrowser();
  await goThrough('/auth/login');
  cognito.reset();
  service.logged.length = 0;
});

/** Goes to the issuer, which answers as it should, and back; returns what it was asked and the answer of the callback. */
async function goThrough(path: string) {
  const { location } = await browser.open(service.url + path);
  const asked = new URL(location ?? '').searchParams;
  issuer.nonce = asked.get('nonce') ?? '';
  issuer.ways = { claims: { acr: 'loa:1' } };
  const isForAdmin = (asked.get('scope') ?? '').split(' ').includes(SCOPE);
  if (isForAdmin) cognito.tokens.add(issuer.accessToken);
  const back = new URLSearchParams({ state: asked.get('state') ?? '', code: 'c', iss: issuer.url });
  return { asked, reply: await browser.open(`${service.url}/auth/callback?${back}`) };
}

async function begin() {
  const { reply } = await goThrough('/auth/login?enrol=1');
  expect([reply.status, reply.location]).toEqual([302, service.url + FACTOR_PAGE]);
  const page = (await browser.open(service.url + FACTOR_PAGE)).text;
  return { page, key: keyOn(page) };
}

const send = (page: string, code: string) => submit(browser, service, { page, path: FACTOR_PAGE, code });
const operations = () => cognito.asked.map(({ operation }) => operation);
const secretOf = () => browser.cookie(service.url, COOKIES.session) ?? '';

describe('a recovery code of a person of the pool', () => {
  async function codes(): Promise<string[]> {
    const { page } = await begin();
    await send(page, codeNow(keyOn(page)));
    const { csrf } = JSON.parse((await browser.open(`${service.url}/api/auth/bootstrap`)).text);
    const headers = { ...pageHeaders(service, 'POST'), 'x-csrf-token': csrf };
    const { text } = await browser.open(`${service.url}/api/account/recovery-codes`, { headers, json: {} });
    return JSON.parse(text).codes;
  }
  const oneCode = async () => (await codes())[0] ?? '';
  async function mailsLater() {
    const before = service.mailbox.messages().length;
    service.clock.advance(900);
    await service.check();
    await service.drain();
    return service.mailbox
      .messages()
      .slice(before)
      .filter(({ subject }) => /recovery code/.test(subject));
  }
  const use = (code: string) => new TestBrowser().open(`${service.url}/account/recovery`, { form: { code } });

  it('takes the second factor away by a right of the service, and leads to the pool', async () => {
    const code = await oneCode();
    expect(cognito.settings).toEqual(['SOFTWARE_TOKEN_MFA']);
    cognito.asked = [];
    const { status, location } = await use(code);

    expect([status, location?.startsWith(issuer.url)]).toEqual([303, true]);
    expect(new URL(location ?? '').searchParams.get('prompt')).toBe('login');
    expect(cognito.settings).toEqual([]);
    expect(operations()).toEqual(['AdminSetUserMFAPreference']);
  });

  it.each<Fault>([{ status: 500, type: 'InternalErrorException' }, { status: 400, type: 'TooManyRequestsException' }])(
    'is given back where the pool answers %o, and the second factor stays',
    async (fault) => {
      const code = await oneCode();
      cognito.faults = { AdminSetUserMFAPreference: fault };
      expect((await use(code)).status).toBe(503);
      expect(cognito.settings).toEqual(['SOFTWARE_TOKEN_MFA']);

      cognito.faults = {};
      expect((await use(code)).status).toBe(303);
    },
  ); // prettier-ignore

  it('is mailed about where the pool did what it never answered, though it is given back', async () => {
    const code = await oneCode();
    cognito.faults = {
      AdminSetUserMFAPreference: { status: 500, type: 'InternalErrorException', isDone: true },
    };
    expect((await use(code)).status).toBe(503);
    expect(cognito.settings).toEqual([]);

    expect(await mailsLater()).toHaveLength(1);
    cognito.faults = {};
    expect((await use(code)).status).toBe(303);
  });

  it('leaves the mail of another due where the pool cannot be asked for it', async () => {
    const [one = '', other = ''] = await codes();
    const { queues } = service.core.config;
    const url = queues.alerts;
    queues.alerts = url?.replace(/alerts$/, 'nowhere') ?? null;
    expect((await use(one)).status).toBe(303);
    queues.alerts = url;
    cognito.faults = { AdminSetUserMFAPreference: { status: 500, type: 'InternalErrorException' } };
    expect((await use(other)).status).toBe(503);

    expect(await mailsLater()).toHaveLength(1);
  });
});

describe('a person of the pool', () => {
  it('sets up an authenticator by a token of its own, for which it has just signed in', async () => {
    const { asked, reply } = await goThrough('/auth/login?enrol=1');
    expect(asked.get('scope')).toBe(`openid email profile ${SCOPE}`);
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '300']);
    expect(reply.location).toBe(service.url + FACTOR_PAGE);
    const page = (await browser.open(service.url + FACTOR_PAGE)).text;
    expect(page).toContain(
      `otpauth://totp/Rollcall:ana%40example.com?secret=${cognito.key}&amp;issuer=Rollcall`,
    );
    const done = await send(page, codeNow(keyOn(page)));

    expect([done.status, done.location]).toEqual([
      303,
      `${service.url}/app/account?tab=sign-in&done=second-factor`,
    ]);
    expect(cognito.settings).toEqual(['SOFTWARE_TOKEN_MFA']);
    expect(operations()).toEqual([
      'GetUser',
      'AssociateSoftwareToken',
      'VerifySoftwareToken',
      'SetUserMFAPreference',
    ]);
    expect(cognito.asked.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  itThorough('asks for the scope in no other sign-in', async () => {
    for (const path of ['/auth/login', '/auth/login?step=1', '/auth/login?mfa=1']) {
      const { location } = await browser.open(service.url + path);
      expect(new URL(location ?? '').searchParams.get('scope')).toBe('openid email profile');
    }
  });

  it('is not given another key while there is an authenticator, which it can remove', async () => {
    cognito.settings = ['SOFTWARE_TOKEN_MFA'];
    const { page, key } = await begin();
    expect([key, operations()]).toEqual(['', ['GetUser']]);
    const done = await submit(browser, service, { page, path: `${FACTOR_PAGE}/remove` });

    expect(done.location).toBe(`${service.url}/app/account?tab=sign-in&done=second-factor-removed`);
    expect(cognito.settings).toEqual([]);
    expect((await submit(browser, service, { page, path: `${FACTOR_PAGE}/remove` })).status).toBe(400);
  });

  it('is told of a wrong code, and has no second factor by it', async () => {
    const { page, key } = await begin();
    const wrong = await send(page, codeNow(key, 10));

    expect([wrong.status, wrong.text.includes('invalid_code')]).toEqual([400, true]);
    expect(cognito.settings).toEqual([]);
    expect((await send(page, codeNow(key))).status).toBe(303);
  });

  it('leaves neither token nor key in the table, before and after', async () => {
    const { page, key } = await begin();
    const before = JSON.stringify(await contentsOf(service));
    await send(page, codeNow(key));
    const kept = await contentsOf(service);

    for (const secret of [issuer.accessToken, key]) {
      expect(before).not.toContain(secret);
      expect(JSON.stringify(kept)).not.toContain(secret);
    }
    expect(before).toContain('"ENROLMENT"');
    const own = hashOf(secretOf());
    expect(kept.filter(({ pk }) => pk === `ENROLMENT#${own}`)).toEqual([]);
  });
});

describe('a pool that is out', () => {
  const OUT: Fault[] = [
    { status: 500, type: 'InternalErrorException' },
    { status: 400, type: 'TooManyRequestsException' },
    'mute',
  ];

  it.each(casesOf(1, OUT))('begins no enrolment and leaves the session: %j', async (fault) => {
    const session = secretOf();
    cognito.faults = { AssociateSoftwareToken: fault };
    const { reply } = await goThrough('/auth/login?enrol=1');

    expect([reply.status, reply.text.includes('auth_unavailable')]).toEqual([503, true]);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(secretOf()).toBe(session);
    expect(await getSession(service.core.table, hashOf(session))).toBeDefined();
    expect(service.logged).toEqual(['issuer_unavailable']);
  });

  it.each(casesOf(1, ['SetUserMFAPreference', 'VerifySoftwareToken']))(
    'leaves the enrolment for another try: %s',
    async (operation) => {
      const { page, key } = await begin();
      cognito.faults = { [operation]: { status: 500, type: 'InternalErrorException' } };
      expect((await send(page, codeNow(key))).status).toBe(503);
      cognito.faults = {};

      expect((await send(page, codeNow(key))).status).toBe(303);
    },
  );
});

describe('a pool that says no', () => {
  it('to the token begins no enrolment, in one sentence', async () => {
    cognito.faults = { GetUser: { status: 400, type: 'NotAuthorizedException' } };
    const { reply } = await goThrough('/auth/login?enrol=1');

    expect([reply.status, reply.text.includes('enrolment_refused')]).toEqual([409, true]);
    expect(reply.text).toContain('href="/auth/login?enrol=1"');
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(service.logged).toEqual([]);
  });

  itThorough('to a step later says so', async () => {
    const { page, key } = await begin();
    cognito.tokens.clear();
    const reply = await send(page, codeNow(key));

    expect([reply.status, reply.text.includes('enrolment_refused')]).toEqual([409, true]);
  });
});
