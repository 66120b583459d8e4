import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { getOwner } from '../../../../lib/data/owners.ts';
import { getSession, sessionHashes } from '../../../../lib/data/accounts/sessions.ts';
import { expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { pageHeaders, signedIn, type SignedIn } from '../../../support/accounts/session.ts';

const service = shared(startTestService);
const alice = fresh(() => signedIn(service));
const elsewhere = fresh(() => signedIn(service, { account: alice.account }));

const LOGOUT = '/api/auth/logout';
const statusOf = async (who: SignedIn) => (await who.call('GET', '/api/me')).status;
const GONE = `${COOKIES.session}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;

describe('signing out', () => {
  it('ends the session of this browser at once, and no other', async () => {
    const reply = await alice.call('POST', LOGOUT, {});

    expect(reply.json).toEqual({ ok: true });
    expect(reply.headers.getSetCookie()).toEqual([GONE]);
    const { table } = service.core;
    expect(await getSession(table, hashOf(alice.secrets.session))).toBeUndefined();
    // Beside the account stands what is left of its sessions.
    const left: string[] = [];
    for await (const hashes of sessionHashes(table, alice.account.id)) left.push(...hashes);
    expect(left).toEqual([hashOf(elsewhere.secrets.session)]);
    expect(await statusOf(alice)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
  });

  it.each<[string, unknown, Record<string, string>]>([
    ['a field', { all: true }, {}],
    ['a list', [], {}],
    ['what is no JSON', '{', {}],
    ['a form', 'all=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no body', undefined, {}],
  ])('is refused with %s', async (_what, body, headers) => {
    await expectNothingWritten(service, () => alice.call('POST', LOGOUT, body, { headers }), {
      status: 400,
      error: 'invalid_request',
    });
    expect(await statusOf(alice)).toBe(200);
  });

  it.each([LOGOUT, '/api/account/sessions/end'])(
    'says to %s with a field that it takes none',
    async (path) => {
      expectRefusal(await alice.call('POST', path, { a: 1 }), {
        status: 400,
        error: 'invalid_request',
        names: ['There is no field "a"; the body must be an empty object.'],
      });
    },
  );

  it('is refused where nobody is signed in, after the origin was judged', async () => {
    const sent = (headers: Record<string, string>) => service.call('POST', LOGOUT, { headers, body: {} });

    expectRefusal(await sent(pageHeaders(service, 'POST')), { status: 401, error: 'invalid_session' });
    expectRefusal(await sent({}), { status: 403, error: 'invalid_origin' });
  });
});

describe('ending all sessions', () => {
  it('signs every browser out at once, and counts no key as live', async () => {
    const bob = await signedIn(service);
    const reply = await alice.call('POST', '/api/account/sessions/end', {});

    expect(reply.headers.getSetCookie()).toEqual([GONE]);
    expect([await statusOf(alice), await statusOf(elsewhere), await statusOf(bob)]).toEqual([401, 401, 200]);
    expect(await getOwner(service.core.table, alice.account.id)).toMatchObject({ epoch: 2, liveKeys: 0 });
  });

  it('leaves who signs in after it', async () => {
    await alice.call('POST', '/api/account/sessions/end', {});
    const account = await getOwner(service.core.table, alice.account.id);
    if (account?.kind !== 'account') throw new Error('There is no account.');

    expect(await statusOf(await signedIn(service, { account }))).toBe(200);
  });
});
