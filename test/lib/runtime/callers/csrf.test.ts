import { describe, expect, it } from 'vitest';
import { newToken } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { csrfTokenOf } from '../../../../lib/runtime/callers/csrf.ts';
import { expectNothingWritten } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { pageHeaders, signedIn } from '../../../support/accounts/session.ts';

// Else this machine itself refuses what a page of another site sends.
const service = shared(() => startTestService({ allowLoopbackAlerts: false }));
const alice = shared(() => signedIn(service));
const guest = shared(() => service.guest());

const MONITOR = { name: 'nightly backup', interval_sec: 300 };
const created = (headers: Record<string, string>) =>
  service.call('POST', '/api/endpoints', { headers, body: MONITOR });
/** All that a page of the service sends for Alice, but for what is changed; undefined leaves it out. */
const sent = (changed: Record<string, string | undefined> = {}) =>
  Object.fromEntries(
    Object.entries({
      ...pageHeaders(service, 'POST'),
      cookie: alice.cookie,
      'x-csrf-token': alice.csrf,
      ...changed,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

describe('a write by a session', () => {
  it('is done for a page of this service, and told in whose view', async () => {
    const reply = await created(sent());

    expect(reply.status).toBe(201);
    expect(reply.headers.get('x-mm-context')).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(reply.headers.has('access-control-allow-origin')).toBe(false);
    expect((await created(sent({ 'sec-fetch-site': undefined }))).status).toBe(201);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['no origin', { origin: undefined }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['a sibling of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused with %s, before the session is looked at', async (_what, changed) => {
    const refused = { status: 403, error: 'invalid_origin', names: ['Origin'] };
    await expectNothingWritten(service, () => created(sent(changed)), refused);
    const unknown = { cookie: `${COOKIES.session}=${newToken('')}` };
    await expectNothingWritten(service, () => created(sent({ ...changed, ...unknown })), refused);
  });

  it('is refused without the token of this browser and this session', async () => {
    const { browser, session } = alice.secrets;
    const bob = await signedIn(service);
    const before = csrfTokenOf({ browser, session: null });
    const refused = { status: 403, error: 'invalid_csrf', names: ['X-CSRF-Token'] };
    const tokens = [
      undefined,
      '',
      'x',
      before,
      bob.csrf,
      csrfTokenOf({ browser: newToken(''), session }),
      csrfTokenOf({ browser, session: bob.secrets.session }),
    ];

    for (const token of tokens)
      await expectNothingWritten(service, () => created(sent({ 'x-csrf-token': token })), refused);
    await expectNothingWritten(
      service,
      () => created(sent({ cookie: `${COOKIES.session}=${session}` })),
      refused,
    );
  });

  it('goes before a guest token, and a session that has ended counts as none beside one', async () => {
    const both = await created(sent({ 'x-guest-token': guest.token }));
    const ended = { cookie: `${COOKIES.session}=${newToken('')}`, 'x-guest-token': guest.token };

    const own = await alice.call('GET', '/api/endpoints');
    expect(own.json['endpoints'].map(({ id }: { id: string }) => id)).toContain(both.json['id']);
    expect((await created(sent(ended))).status).toBe(201);
    expect(await guest.monitors()).toHaveLength(1);
  });
});

describe('a read by a session', () => {
  it('needs no token and no origin, and is for pages of this service alone', async () => {
    const reply = await service.call('GET', '/api/endpoints', { headers: { cookie: alice.cookie } });

    expect([reply.status, reply.json['guest']]).toEqual([200, null]);
    expect(reply.headers.has('access-control-allow-origin')).toBe(false);
    expect(reply.headers.get('vary')).toBe('Origin, Cookie, Sec-Fetch-Site, Accept-Encoding');
  });

  it('is refused after the end of the session, in words of its own', async () => {
    const cookie = `${COOKIES.session}=${newToken('')}`;

    await expectNothingWritten(
      service,
      () => service.call('GET', '/api/endpoints', { headers: { cookie } }),
      {
        status: 401,
        error: 'invalid_session',
      },
    );
  });
});

describe('a guest token in the cookie of a browser', () => {
  const browser = newToken('');
  const cookieOf = () => `${COOKIES.guest}=${guest.token}; ${COOKIES.browser}=${browser}`;

  it('reads as it does in a header, and writes under the same rule', async () => {
    const cookie = cookieOf();
    const token = csrfTokenOf({ browser, session: null });
    const reply = await service.call('GET', '/api/endpoints', { headers: { cookie } });

    expect(reply.json['guest']).toMatch(/\S/);
    expect(reply.headers.has('x-mm-context')).toBe(false);
    expect((await created(sent({ cookie, 'x-csrf-token': token }))).status).toBe(201);
    for (const headers of [sent({ cookie }), sent({ cookie, 'x-csrf-token': undefined })])
      await expectNothingWritten(service, () => created(headers), { status: 403, error: 'invalid_csrf' });
    const foreign = sent({ cookie, 'x-csrf-token': token, origin: 'https://evil.example' });
    await expectNothingWritten(service, () => created(foreign), { status: 403, error: 'invalid_origin' });
  });

  it('is not needed to prove anything in a header', async () => {
    const headers = { 'x-guest-token': guest.token, cookie: cookieOf(), origin: 'https://elsewhere.example' };

    expect((await created(headers)).status).toBe(201);
  });
});
