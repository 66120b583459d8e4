import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { CREDENTIALS } from '../../../lib/contract/credentials.ts';
import { FORM_TYPE, type Operation } from '../../../lib/contract/operation.ts';
import { TestBrowser } from '../../support/browser/browser.ts';
import { failTable, type FailingTable } from '../../support/table/failing-table.ts';
import { HostileIssuer } from '../../support/accounts/hostile-issuer.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

let issuer: HostileIssuer;
let service: TestService;
let failing: FailingTable | undefined;
beforeAll(async () => {
  issuer = await HostileIssuer.start();
  service = await startTestService({ identity: issuer.identity });
});
afterEach(() => failing?.end());
afterAll(async () => {
  await service.stop();
  await issuer.stop();
});

/** Expects that a call may be repeated, and that no cookie was touched. */
function expectUnavailable(reply: Pick<Reply, 'status' | 'headers' | 'text'>, isPage: boolean): void {
  expect(reply.status).toBe(503);
  expect(reply.headers.get('content-type')).toBe(
    isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
  );
  expect(reply.text).toContain('auth_unavailable');
  expect(reply.headers.get('retry-after')).toBe('5');
  expect(reply.headers.getSetCookie()).toEqual([]);
}

/** Begins a sign-in, which the issuer then says is this person's; returns the way back. */
async function begun(browser: TestBrowser, email: string) {
  const { location } = await browser.open(`${service.url}/auth/login`);
  const asked = new URL(location ?? '').searchParams;
  issuer.nonce = asked.get('nonce') ?? '';
  issuer.ways = { claims: { email, sub: email } };
  const query = new URLSearchParams({ state: asked.get('state') ?? '', code: 'c', iss: issuer.url });
  return () => browser.open(`${service.url}/auth/callback?${query}`);
}

const cookiesOf = (browser: TestBrowser) =>
  [COOKIES.session, COOKIES.browser].map((name) => browser.cookie(service.url, name));

/** Comes back with a table that fails after so many calls. */
async function backWith(browser: TestBrowser, email: string, goodCalls: number) {
  const back = await begun(browser, email);
  const before = cookiesOf(browser);
  failing = failTable(service, (_command, number) => number >= goodCalls);
  const reply = await back();
  failing.end();
  return { reply, changed: cookiesOf(browser).map((value, at) => value !== before[at]) };
}

const whoIsHere = async (browser: TestBrowser) => (await browser.open(`${service.url}/api/me`)).status;

describe('where the table fails during the callback', () => {
  it.each([
    // The login is taken, the identity is looked for, the account made, its session begun.
    { who: 'a person who comes first', signedInBefore: false, calls: 4, me: 401 },
    // The account is read besides, and the session before it read and ended.
    { who: 'a person who is signed in here', signedInBefore: true, calls: 6, me: 200 },
  ])('$who is told so, and goes on as before', async ({ who, signedInBefore, calls, me }) => {
    const browser = new TestBrowser();
    const email = `${who.replaceAll(' ', '-')}@example.com`;
    if (signedInBefore) expect((await (await begun(browser, email))()).status).toBe(302);

    for (let goodCalls = 0; goodCalls < calls; goodCalls += 1) {
      const { reply, changed } = await backWith(browser, email, goodCalls);
      expectUnavailable(reply, true);
      expect(changed).toEqual([false, false]);
      expect(await whoIsHere(browser)).toBe(me);
    }
    expect(await backWith(browser, email, calls)).toMatchObject({
      reply: { status: 302 },
      changed: [true, true],
    });
    expect(await whoIsHere(browser)).toBe(200);
  });

  it('a sign-in that cannot be begun is told so as well', async () => {
    failing = failTable(service, () => true);

    expectUnavailable(await new TestBrowser().open(`${service.url}/auth/login`), true);
  });
});

const isOpenedBySession = ({ auth, cookies }: Operation) =>
  (CREDENTIALS.session.opens as readonly string[]).includes(auth) ||
  cookies?.reads?.includes(COOKIES.session) === true;

/** Those that look who is signed in; the callback looks at nobody. */
const reading = operations.filter(
  ([name, operation]) => isOpenedBySession(operation) && name !== 'finishSignIn',
);

describe('where the table fails while a session is read', () => {
  let token: string;
  const alice = shared(() => signedIn(service));
  beforeAll(async () => {
    ({ token } = await service.guest());
  });

  it.each(reading)('%s signs nobody out, and no guest acts instead', async (name, operation) => {
    const path = operation.path
      .replaceAll(':organization', '0'.repeat(22))
      .replaceAll(/:[A-Za-z_]+/g, '0'.repeat(26));
    const query = name === 'startSignIn' ? '?step=1' : '';
    const isForm = operation.body !== undefined && 'form' in operation.body;
    const type = isForm ? { 'content-type': FORM_TYPE } : {};
    const before = await contentsOf(service);

    // The session itself, then whose it is.
    for (const goodCalls of [0, 1]) {
      failing = failTable(service, (_command, number) => number >= goodCalls);
      const body = operation.method === 'GET' ? undefined : isForm ? '' : {};
      const reply = await alice.call(operation.method, path + query, body, { token, headers: type });
      failing.end();
      if (operation.refusals) expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
      else expectUnavailable(reply, operation.refusesInKind === true && !('json' in operation.output));
      expect(failing.commands[goodCalls]).toBe('GetItemCommand');
    }
    expect(await contentsOf(service)).toEqual(before);
  });

  it('is over with the outage', async () => {
    expect(reading.length).toBeGreaterThan(25);
    expect((await alice.call('GET', '/api/me')).status).toBe(200);
    expect((await alice.call('GET', '/api/endpoints')).status).toBe(200);
  });
});
