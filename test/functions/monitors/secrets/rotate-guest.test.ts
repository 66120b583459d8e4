import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashOf, newToken } from '../../../../lib/adapters/ids.ts';
import { COOKIES, CSRF_HEADER } from '../../../../lib/contract/cookies.ts';
import { csrfTokenOf } from '../../../../lib/runtime/callers/csrf.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { pageHeaders, signedIn } from '../../../support/accounts/session.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';

const INVALID = { status: 401, error: 'credencial_invalida' };
const ABSENT = { status: 401, error: 'credencial_ausente' };

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

const rotate = (token: string, key?: string) =>
  service.call('POST', '/api/guest/rotate', {
    token,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const list = (token: string) => service.call('GET', '/api/endpoints', { token });

describe('rotateGuest', () => {
  it('gives another token for the same guest; the old one opens nothing any more', async () => {
    const alice = await service.guest();
    const { id } = await alice.createMonitor();

    const { status, json, headers } = await rotate(alice.token);

    expect([status, headers.getSetCookie()]).toEqual([200, []]);
    expect(json['token']).toMatch(/^hp_[0-9A-Za-z]{43}$/);
    expect((await list(json['token'])).json['endpoints']).toMatchObject([{ id }]);
    expectRefusal(await list(alice.token), INVALID);
    expectRefusal(await rotate(alice.token), INVALID);
    const bearer = { authorization: `Bearer ${alice.token}` };
    expectRefusal(await service.call('GET', '/api/endpoints', { headers: bearer }), INVALID);
    expect((await service.ping(id)).status).toBe(200);
  });

  it('keeps the hash of the new token and nothing of either', async () => {
    const { token } = await service.guest();
    const key = randomUUID();
    const { json } = await rotate(token, key);

    const stored = JSON.stringify(await contentsOf(service));

    for (const secret of [token, json['token'], key]) expect(stored).not.toContain(secret);
    expect(stored).toContain(hashOf(json['token']));
  });

  it('works for one of many that come at once', async () => {
    const { token } = await service.guest();

    const replies = await Promise.all(Array.from({ length: 6 }, () => rotate(token)));

    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status } of replies) expect([200, 401, 409]).toContain(status);
    expect((await list(won[0]?.json['token'])).status).toBe(200);
  });

  it('works for the one that wrote first of two that found the token good', async () => {
    const { token } = await service.guest();
    let first: Promise<Reply> | undefined;
    const before = async ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || first) return;
      first = rotate(token);
      await first;
    };

    const second = await watchingTable(service, { before }, () => rotate(token));

    const won = await first;
    expect([won?.status, second.status]).toEqual([200, 409]);
    expect((await list(won?.json['token'])).status).toBe(200);
  });

  it('is repeated by its key alone, and by the old token nothing else is', async () => {
    const { token } = await service.guest();
    const key = randomUUID();
    const first = await rotate(token, key);

    expect((await rotate(token, key)).json).toEqual(first.json);
    expectRefusal(await list(token), INVALID);
    await expectNothingWritten(service, () => rotate(token), INVALID);
    await expectNothingWritten(service, () => rotate(token, randomUUID()), INVALID);
  });

  it('is repeated for a day, and never once the new token was rotated too', async () => {
    const [one, other] = [await service.guest(), await service.guest()];
    const key = randomUUID();
    const { json } = await rotate(one.token, key);
    await rotate((await rotate(other.token, key)).json['token']);

    expectRefusal(await rotate(other.token, key), INVALID);
    service.clock.advance(86_399);
    expect((await rotate(one.token, key)).json).toEqual(json);
    service.clock.advance(1);
    expectRefusal(await rotate(one.token, key), INVALID);
    expect((await list(json['token'])).status).toBe(200);
  });

  it('wants a key that nobody guesses', async () => {
    const { token } = await service.guest();
    const refused = { status: 400, error: 'chave_invalida', names: ['Idempotency-Key', '22'] };

    await expectNothingWritten(service, () => rotate(token, 'rotate-1'), refused);
  });

  it('is not done by who asks what it would do', async () => {
    const { token } = await service.guest();
    const dry = () => service.call('POST', '/api/guest/rotate?dry_run=true', { token });

    await expectNothingWritten(service, dry, { status: 400, error: 'consulta_invalida', names: ['dry_run'] });
  });

  it('is nothing for an account, nor for the old token after a claim', async () => {
    const person = await signedIn(service);
    const guest = await service.guest();
    await guest.createMonitor();
    const rotated = (await rotate(guest.token)).json['token'];

    expectRefusal(await person.call('POST', '/api/guest/rotate'), ABSENT);
    const claim = (token: string) => person.call('POST', '/api/auth/claim', { guest_token: token });
    expectRefusedClaim(await claim(guest.token));
    expect((await claim(rotated)).status).toBe(200);
  });
});

function expectRefusedClaim({ status, json }: { status: number; json: Record<string, unknown> }): void {
  expect([status, json['error']]).toEqual([409, 'unknown_guest']);
}

describe('rotateGuest in a browser', () => {
  const browser = newToken('');
  const fromPage = (token: string, headers: Record<string, string> = {}) =>
    service.call('POST', '/api/guest/rotate', {
      headers: {
        ...pageHeaders(service, 'POST'),
        [CSRF_HEADER]: csrfTokenOf({ browser, session: null }),
        cookie: `${COOKIES.browser}=${browser}; ${COOKIES.guest}=${token}`,
        ...headers,
      },
    });

  it('sets the cookie to the new token, at a repeat too', async () => {
    const { token } = await service.guest();
    const headers = { 'idempotency-key': randomUUID() };

    const [first, again] = [await fromPage(token, headers), await fromPage(token, headers)];

    const set = `${COOKIES.guest}=${first.json['token']}; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax`;
    for (const reply of [first, again]) expect(reply.headers.getSetCookie()).toEqual([set]);
    expect((await list(first.json['token'])).status).toBe(200);
  });

  it('is refused without the proof of a page, and nothing is written', async () => {
    const { token } = await service.guest();
    const forged = { status: 403, error: 'invalid_csrf' };
    const foreign = { status: 403, error: 'invalid_origin' };

    await expectNothingWritten(service, () => fromPage(token, { [CSRF_HEADER]: newToken('') }), forged);
    await expectNothingWritten(service, () => fromPage(token, { origin: 'https://evil.example' }), foreign);
  });

  it('leaves the cookie of another guest alone', async () => {
    const [kept, sent] = [await service.guest(), await service.guest()];

    const reply = await fromPage(kept.token, { 'x-guest-token': sent.token });

    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
    expect((await list(kept.token)).status).toBe(200);
  });
});
